//! Rotates a key: it gets a new secret, and the previous one stays valid for a time, so that back ends keep working.

use std::time::Duration;

use serde_json::json;

use super::api_key::ApiKey;
use super::reach::{reached, still_active};
use super::store;
use crate::app::App;
use crate::audit::Action;
use crate::problem::Problem;
use crate::websites::{KeySecret, SiteAccess};

/// Gives a key a new secret, which is shown once. The previous one stays valid for `overlap_seconds`, and an older one ends
/// now.
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
    store::rotate(&mut db, id, &secret, until).await?;
    let details = json!({
        "prefix": secret.prefix(), "previous_prefix": key.prefix, "overlap_seconds": overlap_seconds,
    });
    access
        .record(app, &mut db, (Action::KeyRotated, id, details))
        .await?;
    transaction.commit_everywhere().await?;
    secret.prefix().clone_into(&mut key.prefix);
    key.previous_until = until;
    Ok((key, secret))
}
