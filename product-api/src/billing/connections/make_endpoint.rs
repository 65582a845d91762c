//! Makes an endpoint at Stripe, and stores it with its sealed secret.

use std::time::Duration;

use foundation::secret::ExposeSecret;
use foundation::{Connection, Failure};

use super::account_calls::{self, NewEndpoint};
use super::connection::{Delivery, ENDPOINT_PURPOSE};
use super::store::{checks, connections, endpoints};
use super::webhook_address::{can_deliver, is_webhook_url, webhook_url};
use crate::app::App;
use crate::billing::stripe::{StripeAccount, StripeError};
use crate::caller::Mode;

/// Time after which a server that connects an account has given up.
pub(super) const MAX_SETUP_TIME: Duration = Duration::from_mins(10);
/// Time for which the secret of a replaced endpoint counts.
const OVERLAP: Duration = Duration::from_hours(24);

/// The end of the endpoint that a new one replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplacedEndpoint {
    /// Its secret counts for a day, and then it is deleted.
    Retires,
    /// Stripe does not have it any more.
    Missing,
}

/// Returns true if Stripe can deliver events of a mode to this installation.
pub(super) fn can_receive(app: &App, mode: Mode) -> bool {
    let origin = app.config.issuer.public_origin();
    can_deliver(&origin, &app.config.stripe.api_base, mode)
}

/// Creates an endpoint at Stripe for a connection.
pub(super) async fn create_endpoint(
    app: &App,
    account: &StripeAccount<'_>,
    connection_id: &str,
) -> Result<NewEndpoint, StripeError> {
    let url = webhook_url(&app.config.issuer.public_origin(), connection_id);
    let token = app.random.token();
    let token = token.map_err(|_failure| StripeError::Unavailable)?;
    let key = format!("tg:endpoint:{connection_id}:{token}");
    account_calls::create_endpoint(account, &key, &url, connection_id).await
}

/// Stores a new endpoint as the current one of a connection, which gets its events by it from then on.
pub(super) async fn store_endpoint(
    app: &App,
    db: &mut Connection<'_>,
    connection_id: &str,
    new: &NewEndpoint,
    replaced: ReplacedEndpoint,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let sealed = app
        .sealer
        .seal(ENDPOINT_PURPOSE, new.secret.expose_secret())?;
    match replaced {
        ReplacedEndpoint::Retires => {
            endpoints::retire_current(db, connection_id, now.plus(OVERLAP)).await?;
        }
        ReplacedEndpoint::Missing => {
            if let Some(missing) = endpoints::find_current(db, connection_id).await? {
                endpoints::delete(db, &missing).await?;
            }
        }
    }
    endpoints::insert(db, connection_id, &new.id, &sealed, now).await?;
    connections::set_delivery(db, connection_id, Delivery::Webhook, now).await?;
    checks::forget_bad_signatures(db, connection_id).await
}

/// Deletes endpoints at Stripe that this server made and does not know: their secrets were lost. Errors leave them there.
pub(super) async fn delete_strays(app: &App, account: &StripeAccount<'_>) {
    match find_strays(app, account).await {
        Ok(strays) => {
            for id in strays {
                delete_stray(account, &id).await;
            }
        }
        Err(failure) => tracing::warn!(%failure, "endpoints at Stripe were not compared"),
    }
}

/// Deletes an endpoint whose secret is not here; an error leaves it to the next check.
pub(super) async fn delete_stray(account: &StripeAccount<'_>, id: &str) {
    if let Err(error) = account_calls::delete_endpoint(account, id).await {
        tracing::warn!(%error, "an endpoint whose secret was lost stays at Stripe");
    }
}

/// Returns the endpoints whose secret is not here. A new one may not be stored yet.
async fn find_strays(app: &App, account: &StripeAccount<'_>) -> Result<Vec<String>, Failure> {
    let Ok(remote) = account_calls::list_endpoints(account).await else {
        return Ok(Vec::new());
    };
    let origin = app.config.issuer.public_origin();
    let old = app.clock.now().minus(MAX_SETUP_TIME);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut strays = Vec::new();
    for endpoint in remote {
        let is_old = endpoint.created_at < old;
        let is_ours = endpoint.is_of_tollgate && is_webhook_url(&origin, &endpoint.url);
        if is_old && is_ours && !endpoints::is_known(&mut db, &endpoint.id).await? {
            strays.push(endpoint.id);
        }
    }
    Ok(strays)
}
