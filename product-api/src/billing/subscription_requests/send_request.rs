//! Sends an open request to Stripe, once for its idempotency key, and notes the answer.

use std::time::Duration;

use foundation::Failure;

use super::load_request::load_subscription;
use super::note_outcome::note_outcome;
use super::send_change::send_change;
use super::store;
use super::subscription_request::{CancelTerms, RequestOutcome, RequestTerms, SubscriptionRequest};
use crate::app::App;
use crate::billing::connections::{StripeConnection, find_connection, open_account};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::{EndUpdate, Priority, StripeAccount, StripeError, StripeSubscription};
use crate::billing::subscriptions::{
    Subscription, apply_invoice, apply_subscription, expire_credits,
};

/// Duration of a claim: longer than a request may take, so that an expired one means that its server ended.
pub(super) const CLAIM_DURATION: Duration = Duration::from_mins(1);

/// A request with what a call about it needs.
pub(super) struct OpenRequest<'a> {
    /// The account.
    pub(super) account: StripeAccount<'a>,
    /// The subscription as it is at Stripe.
    pub(super) live: StripeSubscription,
    /// The request.
    pub(super) request: SubscriptionRequest,
}

/// A request that Stripe has answered.
pub(super) struct SentRequest {
    /// The outcome.
    pub(super) outcome: RequestOutcome,
    /// The invoice of a change.
    pub(super) invoice: Option<String>,
}

impl From<RequestOutcome> for SentRequest {
    fn from(outcome: RequestOutcome) -> Self {
        Self {
            outcome,
            invoice: None,
        }
    }
}

/// Claims an open request; false if another server has it, or Stripe has answered.
pub(super) async fn claim(app: &App, id: &str) -> Result<bool, Failure> {
    let now = app.clock.now();
    let until = now.plus(CLAIM_DURATION);
    let mut transaction = app.database.begin().await?;
    let is_claimed = store::claim(&mut transaction.connection(), id, now, until).await?;
    transaction.commit().await?;
    Ok(is_claimed)
}

/// Sends a request that this server has claimed, and notes the outcome. After a failure the claim is released: the next request
/// with the key or the sweep sends it again.
pub(super) async fn send_claimed(
    app: &App,
    request: &SubscriptionRequest,
) -> Result<RequestOutcome, ApplyError> {
    match send(app, request).await {
        Ok(outcome) => Ok(outcome),
        Err(error) => {
            let mut transaction = app.database.begin().await?;
            let now = app.clock.now();
            store::postpone(&mut transaction.connection(), &request.id, now).await?;
            transaction.commit().await?;
            Err(error)
        }
    }
}

async fn send(app: &App, request: &SubscriptionRequest) -> Result<RequestOutcome, ApplyError> {
    let subscription = load_subscription(app, &request.subscription_id).await?;
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &subscription.connection_id).await?
    };
    let connection = connection.filter(|connection| !connection.sealed_key.is_empty());
    let Some(connection) = connection else {
        let outcome = RequestOutcome::Refused("disconnected".to_owned());
        note_outcome(app, &subscription, request, &outcome).await?;
        return Ok(outcome);
    };
    let sent = call(app, &connection, &subscription, request).await?;
    // The request stays open until its effect is applied: the next one is judged by our row.
    follow(app, &connection, &subscription, &sent).await?;
    if sent.outcome == RequestOutcome::Done {
        expire(app, &subscription, &request.terms).await?;
    }
    note_outcome(app, &subscription, request, &sent.outcome).await?;
    Ok(sent.outcome)
}

/// Calls Stripe, and returns the outcome of a call that came to an end.
async fn call(
    app: &App,
    connection: &StripeConnection,
    subscription: &Subscription,
    request: &SubscriptionRequest,
) -> Result<SentRequest, ApplyError> {
    let account = open_account(app, connection, Priority::Buyer)?;
    let live = match account.get_subscription(&subscription.stripe_id).await {
        Ok(live) => live,
        Err(error) => return Ok(refusal_of(error)?.into()),
    };
    let mut open = OpenRequest {
        account,
        live,
        request: request.clone(),
    };
    let sent = match &request.terms {
        RequestTerms::Change(terms) => return send_change(app, &mut open, terms).await,
        RequestTerms::Cancel(terms) => send_end(&open, *terms).await,
        RequestTerms::Resume => send_resumption(&open).await,
    };
    Ok(match sent {
        Ok(()) => RequestOutcome::Done.into(),
        Err(error) => refusal_of(error)?.into(),
    })
}

/// Cancels a subscription, now or at the end of its period. A planned change is given up. A repetition changes nothing.
async fn send_end(open: &OpenRequest<'_>, terms: CancelTerms) -> Result<(), StripeError> {
    let id = &open.live.id;
    if is_over(&open.live) {
        return Ok(());
    }
    if !terms.is_at_period_end {
        return match open.account.cancel_subscription(id).await {
            Ok(_) => Ok(()),
            // It has ended before.
            Err(error) if error.is_missing() => Ok(()),
            Err(error) => Err(error),
        };
    }
    release(open).await?;
    open.account.set_end(id, EndUpdate::AtPeriodEnd).await?;
    Ok(())
}

/// Takes back a planned end and a planned change. A repetition changes nothing.
async fn send_resumption(open: &OpenRequest<'_>) -> Result<(), StripeError> {
    release(open).await?;
    let live = &open.live;
    let end = if live.cancel_at_period_end == Some(true) {
        EndUpdate::NotAtPeriodEnd
    } else if live.cancel_at.is_some() {
        EndUpdate::NotAtTime
    } else {
        return Ok(());
    };
    open.account.set_end(&live.id, end).await?;
    Ok(())
}

/// Releases a subscription from its schedule, which would else forbid other changes.
pub(super) async fn release(open: &OpenRequest<'_>) -> Result<(), StripeError> {
    let Some(schedule) = &open.live.schedule else {
        return Ok(());
    };
    match open.account.release_schedule(&schedule.id).await {
        // A schedule that has ended is refused: it manages nothing any more.
        Ok(_) | Err(StripeError::Refused(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

fn is_over(live: &StripeSubscription) -> bool {
    matches!(
        live.status.as_deref(),
        Some("canceled" | "incomplete_expired")
    )
}

/// Applies the subscription as it is after its request, and the invoice of a change.
async fn follow(
    app: &App,
    connection: &StripeConnection,
    subscription: &Subscription,
    sent: &SentRequest,
) -> Result<(), ApplyError> {
    apply_subscription(app, connection, &subscription.stripe_id).await?;
    if let Some(invoice) = &sent.invoice {
        apply_invoice(app, connection, invoice).await?;
    }
    Ok(())
}

/// Expires the credits of a canceled subscription if its request says so.
async fn expire(
    app: &App,
    subscription: &Subscription,
    terms: &RequestTerms,
) -> Result<(), Failure> {
    match terms {
        RequestTerms::Cancel(terms) if terms.expires_credits && !terms.is_at_period_end => {
            expire_credits(app, &subscription.id).await
        }
        RequestTerms::Cancel(_) | RequestTerms::Change(_) | RequestTerms::Resume => Ok(()),
    }
}

/// Returns the outcome of a call that Stripe refuses for good; other errors end the attempt.
pub(super) fn refusal_of(error: StripeError) -> Result<RequestOutcome, ApplyError> {
    match error {
        StripeError::Refused(refusal) => {
            let is_card = refusal.error_type.as_deref() == Some("card_error");
            if is_card {
                let code = refusal.decline_code.or(refusal.code);
                return Ok(RequestOutcome::Declined(code));
            }
            let code = refusal.code.unwrap_or_else(|| "refused".to_owned());
            Ok(RequestOutcome::Refused(code))
        }
        StripeError::MissingPermission { .. } => {
            Ok(RequestOutcome::Refused("permission-missing".to_owned()))
        }
        error @ (StripeError::Unauthorized
        | StripeError::RateLimited
        | StripeError::Unavailable
        | StripeError::StoredFailure
        | StripeError::InvalidResponse) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::stripe::StripeRefusal;

    #[test]
    fn only_a_refusal_ends_a_request() {
        let refusal = |error_type: &str, code: Option<&str>, decline: Option<&str>| {
            StripeError::Refused(Box::new(StripeRefusal {
                error_type: Some(error_type.to_owned()),
                code: code.map(ToOwned::to_owned),
                decline_code: decline.map(ToOwned::to_owned),
                ..StripeRefusal::default()
            }))
        };
        let declined = |code: &str| Some(RequestOutcome::Declined(Some(code.to_owned())));
        let refused = |code: &str| Some(RequestOutcome::Refused(code.to_owned()));
        let rows = [
            (
                refusal("card_error", Some("card_declined"), Some("no_funds")),
                declined("no_funds"),
            ),
            (
                refusal("card_error", Some("expired_card"), None),
                declined("expired_card"),
            ),
            (
                refusal("invalid_request_error", Some("resource_missing"), None),
                refused("resource_missing"),
            ),
            (
                refusal("invalid_request_error", None, None),
                refused("refused"),
            ),
            (StripeError::Unavailable, None),
            (StripeError::StoredFailure, None),
            (StripeError::Unauthorized, None),
        ];
        for (error, expected) in rows {
            assert_eq!(refusal_of(error.clone()).ok(), expected, "{error}");
        }
    }
}
