//! Ends subscriptions at Stripe that a rule ends: after a lost dispute, for a trial with a known card, and of deleted users.

use foundation::Failure;
use foundation::http::log_failure;

use super::apply_subscription::apply_subscription;
use super::store::{self, EndingSubscription};
use super::subscription::EndReason;
use crate::app::App;
use crate::billing::connections::{find_connection, note_error, open_account};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::{EndUpdate, Priority, StripeAccount, StripeError};

/// Number of subscriptions that are read at once.
const MAX_ENDING: i64 = 100;

/// Ends the subscriptions that a rule ends, and returns their number. One that Stripe does not end waits for the next sweep, and
/// does not prevent the others.
pub(crate) async fn end_subscriptions(app: &App) -> Result<u64, Failure> {
    let stopping = app.background.stopping();
    let (mut ended, mut after) = (0, String::new());
    loop {
        let ending = {
            let mut reader = app.database.reader().await?;
            store::list_ending(&mut reader.connection(), &after, MAX_ENDING).await?
        };
        let Some(last) = ending.last() else {
            return Ok(ended);
        };
        after.clone_from(&last.id);
        for one in ending {
            if stopping.is_cancelled() {
                return Ok(ended);
            }
            match end(app, &one).await {
                Ok(is_ended) => ended += u64::from(is_ended),
                Err(error) => note(app, &one, error).await,
            }
        }
    }
}

/// Ends a subscription, and applies it as it is then; false if its account is not connected.
async fn end(app: &App, one: &EndingSubscription) -> Result<bool, ApplyError> {
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &one.connection_id).await?
    };
    let Some(connection) = connection.filter(|connection| connection.state.is_usable()) else {
        return Ok(false);
    };
    let sent = {
        let account = open_account(app, &connection, Priority::Inbox)?;
        end_at_stripe(&account, one).await
    };
    // It may have ended before, so it is applied after a refusal, too.
    if matches!(sent, Ok(()) | Err(StripeError::Refused(_))) {
        apply_subscription(app, &connection, &one.stripe_id).await?;
    }
    match sent {
        Err(error) if !error.is_missing() => Err(error.into()),
        Ok(()) | Err(_) => Ok(true),
    }
}

/// Ends a subscription now, or with its period if its reason says so. A repetition changes nothing.
async fn end_at_stripe(
    account: &StripeAccount<'_>,
    one: &EndingSubscription,
) -> Result<(), StripeError> {
    let reason = EndReason::from_word(&one.end_reason);
    if !reason.is_some_and(EndReason::is_with_period) {
        account.cancel_subscription(&one.stripe_id).await?;
        return Ok(());
    }
    // A schedule would forbid the end.
    if let Some(schedule) = &one.stripe_schedule_id {
        match account.release_schedule(schedule).await {
            // One that has ended manages nothing any more.
            Ok(_) | Err(StripeError::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    account
        .set_end(&one.stripe_id, EndUpdate::AtPeriodEnd)
        .await?;
    Ok(())
}

async fn note(app: &App, one: &EndingSubscription, error: ApplyError) {
    tracing::warn!(subscription = one.id, %error, "a subscription was not ended");
    if let ApplyError::Stripe(error) = error
        && let Err(failure) = note_error(app, &one.connection_id, &error).await
    {
        log_failure(&failure);
    }
}
