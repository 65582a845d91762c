//! Rotates a key: it gets a new secret, and the previous one stays valid for a time, so that back ends keep working.

use std::time::Duration;

use serde_json::json;

use super::api_key::ApiKey;
use super::permissions::{load_for_change, still_active};
use super::store::{self, Rotation};
use crate::app::App;
use crate::audit::Action;
use crate::problem::Problem;
use crate::websites::{KeySecret, SiteAccess, check_previous_secrets};

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
    let (_reach, mut key) = load_for_change(&mut db, access, id, now).await?;
    still_active(&key, now)?;
    let secret = KeySecret::make(key.mode, &app.random)?;
    let overlap = Duration::from_secs(overlap_seconds.into());
    let until = (overlap_seconds > 0).then(|| now.plus(overlap));
    if until.is_some() {
        let ends = store::previous_ends(&mut db, id, now).await?;
        check_previous_secrets(&ends, "/overlap_seconds")?;
    }
    let rotation = Rotation {
        secret: &secret,
        until,
        now,
    };
    store::rotate(&mut db, id, rotation).await?;
    let details = json!({
        "prefix": secret.prefix(), "previous_prefix": key.prefix, "overlap_seconds": overlap_seconds,
    });
    access
        .record(app, &mut db, Action::KeyRotated.on(id, details))
        .await?;
    transaction.commit_and_wait_for_caches().await?;
    secret.prefix().clone_into(&mut key.prefix);
    key.previous_until = until.map(|until| key.previous_until.map_or(until, |at| at.max(until)));
    Ok((key, secret))
}
