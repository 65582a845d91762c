//! Cancels subscriptions at Stripe that a rule ends: after a lost dispute, and for a trial with a known card.

use foundation::Failure;
use foundation::http::log_failure;

use super::apply_subscription::apply_subscription;
use super::store::{self, EndingSubscription};
use crate::app::App;
use crate::billing::connections::{find_connection, note_error, open_account};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::Priority;

/// Maximum number of subscriptions of one sweep.
const MAX_ENDING: i64 = 100;

/// Cancels the subscriptions that a rule ends, and returns their number. One that Stripe does not cancel waits for the next sweep.
pub(crate) async fn end_subscriptions(app: &App) -> Result<u64, Failure> {
    let ending = {
        let mut reader = app.database.reader().await?;
        store::list_ending(&mut reader.connection(), MAX_ENDING).await?
    };
    let stopping = app.background.stopping();
    let mut ended = 0;
    for one in ending {
        if stopping.is_cancelled() {
            break;
        }
        match end(app, &one).await {
            Ok(is_ended) => ended += u64::from(is_ended),
            Err(error) => note(app, &one, error).await,
        }
    }
    Ok(ended)
}

/// Cancels a subscription, and applies it as it is then; false if its account is not connected.
async fn end(app: &App, one: &EndingSubscription) -> Result<bool, ApplyError> {
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &one.connection_id).await?
    };
    let Some(connection) = connection.filter(|connection| connection.state.is_usable()) else {
        return Ok(false);
    };
    {
        let account = open_account(app, &connection, Priority::Inbox)?;
        match account.cancel_subscription(&one.stripe_id).await {
            Ok(_) => {}
            // It has ended before.
            Err(error) if error.is_missing() => {}
            Err(error) => return Err(error.into()),
        }
    }
    apply_subscription(app, &connection, &one.stripe_id).await?;
    Ok(true)
}

async fn note(app: &App, one: &EndingSubscription, error: ApplyError) {
    tracing::warn!(subscription = one.id, %error, "a subscription was not canceled");
    if let ApplyError::Stripe(error) = error
        && let Err(failure) = note_error(app, &one.connection_id, &error).await
    {
        log_failure(&failure);
    }
}
