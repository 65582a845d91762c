//! Rotates the secret of an endpoint: for some hours the previous one also signs, so that its website can switch over.

use std::time::Duration;

use foundation::secret::{ExposeSecret, SecretString};
use serde_json::json;

use super::change::find;
use super::deliver::SECRETS;
use super::sign::{Signing, fresh};
use super::store::secrets::{self, Rotated};
use super::webhook_endpoint::WebhookEndpoint;
use crate::app::App;
use crate::audit::Action;
use crate::problem::Problem;
use crate::websites::{SiteAccess, check_previous_secrets};

/// Gives an endpoint a new secret, which is returned, or a new key of the same kind; the previous one also signs for
/// `overlap_hours`, and older ones until their announced end. The server does not know which secret a receiver uses, so none
/// ends early, also after a lost response. An overlap of zero ends all.
pub(super) async fn rotate(
    app: &App,
    access: &SiteAccess,
    id: &str,
    overlap_hours: u16,
) -> Result<(WebhookEndpoint, Option<SecretString>), Problem> {
    let signing = match find(app, access, id).await?.public_key {
        Some(_) => Signing::OwnKey,
        None => Signing::Shared,
    };
    let made = fresh(signing, &app.random)?;
    let sealed = app.sealer.seal(SECRETS, made.secret.expose_secret())?;
    let now = app.clock.now();
    let overlap = Duration::from_hours(overlap_hours.into());
    let until = (overlap_hours > 0).then(|| now.plus(overlap));
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let today = secrets::lock_any(&mut db, id).await?;
    let today = today.ok_or_else(|| Problem::not_found("webhook endpoint"))?;
    let older = match until {
        Some(_) => today.previous(now)?,
        None => Vec::new(),
    };
    let ends: Vec<_> = older.iter().map(|one| one.until).collect();
    check_previous_secrets(&ends, "/overlap_hours")?;
    let rotated = Rotated {
        sealed: &sealed,
        public_key: made.public_key.as_deref(),
        until,
        older: &older,
    };
    secrets::rotate(&mut db, id, rotated, now).await?;
    let details = json!({ "overlap_hours": overlap_hours });
    access
        .record(app, &mut db, Action::WebhookRotated.on(id, details))
        .await?;
    transaction.commit().await?;
    Ok((find(app, access, id).await?, made.shown()))
}
