//! Sends open requests again whose server ended before the response, or that Stripe did not answer.

use foundation::Failure;
use foundation::http::log_failure;

use super::load_request::{load, load_connection_id};
use super::send_request::{claim, send_claimed};
use super::store;
use crate::app::App;
use crate::billing::connections::note_error;
use crate::billing::marks::ApplyError;

/// Maximum number of requests in one sweep.
const MAX_DUE: i64 = 100;

/// Sends the requests that are due, and returns their number. A request that fails does not prevent the others.
pub(crate) async fn sweep_subscription_requests(app: &App) -> Result<u64, Failure> {
    let due = {
        let mut reader = app.database.reader().await?;
        store::list_due(&mut reader.connection(), app.clock.now(), MAX_DUE).await?
    };
    let stopping = app.background.stopping();
    let mut swept = 0;
    for id in due {
        if stopping.is_cancelled() {
            break;
        }
        if claim(app, &id).await? {
            swept += u64::from(sweep(app, &id).await?);
        }
    }
    Ok(swept)
}

/// Sends a claimed request; false if Stripe does not answer.
async fn sweep(app: &App, id: &str) -> Result<bool, Failure> {
    let request = load(app, id).await?;
    if request.outcome.is_some() {
        return Ok(true);
    }
    let Err(error) = send_claimed(app, &request).await else {
        return Ok(true);
    };
    tracing::warn!(request = id, %error, "a request about a subscription was not sent");
    if let ApplyError::Stripe(error) = error {
        let connection_id = load_connection_id(app, &request.subscription_id).await?;
        if let Err(failure) = note_error(app, &connection_id, &error).await {
            log_failure(&failure);
        }
    }
    Ok(false)
}
