//! Rotating the secret of an endpoint: for a while both sign, so that its website can change over.

use std::time::Duration;

use foundation::secret::{ExposeSecret, SecretString};
use serde_json::json;

use super::change::{find, record};
use super::deliver::SECRETS;
use super::endpoint_of_site::WebhookEndpoint;
use super::sign::secret;
use super::store::endpoints;
use crate::app::App;
use crate::audit::Action;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Gives an endpoint a new secret, and shows it; the one before signs as well for so many hours.
pub(super) async fn rotate(
    app: &App,
    access: &SiteAccess,
    id: &str,
    overlap_hours: u16,
) -> Result<(WebhookEndpoint, SecretString), Problem> {
    find(app, access, id).await?;
    let secret = secret(&app.random)?;
    let sealed = app.sealer.seal(SECRETS, secret.expose_secret())?;
    let now = app.clock.now();
    let until = now.plus(Duration::from_hours(overlap_hours.into()));
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    endpoints::rotate(&mut db, id, &sealed, (until, now)).await?;
    let details = json!({ "overlap_hours": overlap_hours });
    record(app, &mut db, access, (Action::WebhookRotated, id, details)).await?;
    transaction.commit().await?;
    Ok((find(app, access, id).await?, secret))
}
