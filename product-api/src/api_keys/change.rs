//! Changes a key's name, scopes and spend caps.

use foundation::{Connection, Failure};
use serde_json::{Value, json};

use super::api_key::{self, ApiKey, Caps};
use super::permissions::{KeyPermissions, load_for_change, still_active};
use super::store;
use crate::app::App;
use crate::audit::Action;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// A change of a key; an absent member stays unchanged.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyChange {
    pub(super) name: Option<String>,
    pub(super) scopes: Option<Vec<String>>,
    pub(super) caps: Option<Caps>,
}

/// Changes a key; the change applies from the next request on, on every replica.
pub(super) async fn change(
    app: &App,
    access: &SiteAccess,
    id: &str,
    change: KeyChange,
) -> Result<ApiKey, Problem> {
    let name = change.name.as_deref().map(api_key::name).transpose();
    let name = name.map_err(|error| Problem::invalid(&[error]))?;
    let scopes = change.scopes.as_deref().map(api_key::scopes).transpose();
    let scopes = scopes.map_err(|errors| Problem::invalid(&errors))?;
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let (reach, before) = load_for_change(&mut db, access, id, now).await?;
    still_active(&before, now)?;
    let after = ApiKey {
        name: name.unwrap_or_else(|| before.name.clone()),
        scopes: scopes.unwrap_or_else(|| before.scopes.clone()),
        caps: change.caps.unwrap_or(before.caps),
        ..before.clone()
    };
    reach.covers(KeyPermissions::from_key(&after))?;
    if after != before {
        store::change(&mut db, &after).await?;
        record_audit(app, &mut db, access, &before, &after).await?;
    }
    transaction.commit_and_wait_for_caches().await?;
    Ok(after)
}

async fn record_audit(
    app: &App,
    db: &mut Connection<'_>,
    access: &SiteAccess,
    before: &ApiKey,
    after: &ApiKey,
) -> Result<(), Failure> {
    let seen = |key: &ApiKey| {
        json!({
            "name": key.name, "scopes": key.scopes.join(" "),
            "cap_per_operation": key.caps.per_operation, "cap_per_day": key.caps.per_day,
        })
    };
    let details: Value = json!({"prefix": after.prefix, "from": seen(before), "to": seen(after)});
    access
        .record(app, db, Action::KeyChanged.on(&after.id, details))
        .await
}
