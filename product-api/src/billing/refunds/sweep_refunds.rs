//! Sends new refunds again whose server ended before the response, or that Stripe did not answer.

use foundation::Failure;
use foundation::http::log_failure;

use super::load_refund::load;
use super::send_refund::{claim, send_claimed};
use crate::app::App;
use crate::billing::connections::note_error;
use crate::billing::marks::ApplyError;
use crate::billing::payments::{RefundState, due_refunds};

/// Maximum number of refunds in one sweep.
const MAX_DUE: i64 = 200;

/// Sends the refunds that are due, and returns their number. A refund that fails does not prevent the others.
pub(crate) async fn sweep_refunds(app: &App) -> Result<u64, Failure> {
    let due = {
        let mut reader = app.database.reader().await?;
        due_refunds(&mut reader.connection(), app.clock.now(), MAX_DUE).await?
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

/// Sends a claimed refund; false if Stripe does not answer.
async fn sweep(app: &App, id: &str) -> Result<bool, Failure> {
    let refund = load(app, id).await?;
    if refund.state != RefundState::New {
        return Ok(true);
    }
    let Err(error) = send_claimed(app, &refund).await else {
        return Ok(true);
    };
    tracing::warn!(refund = id, %error, "a refund was not sent");
    if let ApplyError::Stripe(error) = error
        && let Err(failure) = note_error(app, &refund.connection_id, &error).await
    {
        log_failure(&failure);
    }
    Ok(false)
}
