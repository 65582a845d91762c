//! Rotates a key: it gets a new secret, and the previous one stays valid for a time, so that back ends keep working.

use std::time::Duration;

use foundation::Timestamp;
use serde_json::json;

use super::api_key::ApiKey;
use super::reach::{reached, still_active};
use super::store;
use crate::app::App;
use crate::audit::Action;
use crate::problem::{FieldError, Problem};
use crate::websites::{KeySecret, SiteAccess};

/// The maximum number of previous secrets that are valid at a time.
const MAX_PREVIOUS_SECRETS: usize = 10;

/// Gives a key a new secret, which is shown once. The previous one stays valid for `overlap_seconds`, and older ones until
/// their announced end. The server does not know which secret a back end uses, so none ends early, also after a lost
/// response. An overlap of zero ends all.
pub(super) async fn rotate(
    app: &App,
    access: &SiteAccess,
    id: &str,
    overlap_seconds: u32,
) -> Result<(ApiKey, KeySecret), Problem> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let (_reach, mut key) = reached(&mut db, access, (id, now)).await?;
    still_active(&key, now)?;
    let secret = KeySecret::make(key.mode, &app.random)?;
    let overlap = Duration::from_secs(overlap_seconds.into());
    let until = (overlap_seconds > 0).then(|| now.plus(overlap));
    if until.is_some() {
        still_room(&store::previous_ends(&mut db, id, now).await?)?;
    }
    store::rotate(&mut db, id, &secret, until, now).await?;
    let details = json!({
        "prefix": secret.prefix(), "previous_prefix": key.prefix, "overlap_seconds": overlap_seconds,
    });
    access
        .record(app, &mut db, (Action::KeyRotated, id, details))
        .await?;
    transaction.commit_everywhere().await?;
    secret.prefix().clone_into(&mut key.prefix);
    key.previous_until = until.map(|until| key.previous_until.map_or(until, |at| at.max(until)));
    Ok((key, secret))
}

fn still_room(ends: &[Timestamp]) -> Result<(), Problem> {
    match ends.iter().min() {
        Some(first_end) if ends.len() >= MAX_PREVIOUS_SECRETS => {
            let detail = format!(
                "{MAX_PREVIOUS_SECRETS} previous secrets are still valid. Rotate again after {}, when the first of them ends, \
                 or send 0, which ends all of them now.",
                first_end.to_iso8601()
            );
            Err(Problem::invalid(&[FieldError::body(
                "/overlap_seconds",
                &detail,
            )]))
        }
        Some(_) | None => Ok(()),
    }
}
