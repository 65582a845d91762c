//! Revokes a key: after the response no replica accepts it.

use serde_json::json;

use super::api_key::ApiKey;
use super::permissions::load_for_change;
use super::store;
use crate::app::App;
use crate::audit::Action;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Ends a key with all its secrets; idempotent.
pub(super) async fn revoke(app: &App, access: &SiteAccess, id: &str) -> Result<ApiKey, Problem> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let (_reach, mut key) = load_for_change(&mut db, access, id, now).await?;
    if key.revoked_at.is_none() {
        store::revoke(&mut db, id, now).await?;
        let details = json!({"prefix": key.prefix});
        access
            .record(app, &mut db, Action::KeyRevoked.on(id, details))
            .await?;
        key.revoked_at = Some(now);
    }
    transaction.commit_and_wait_for_caches().await?;
    Ok(key)
}
