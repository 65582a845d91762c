//! Sends the change of a plan or a quantity: at once, or by a schedule at the end of the period.

use std::time::Duration;

use foundation::Failure;

use super::send_request::{OpenRequest, SentRequest, refusal_of, release};
use super::store;
use super::subscription_request::{ChangeTerms, ChangeTiming, RequestOutcome};
use crate::app::App;
use crate::billing::marks::ApplyError;
use crate::billing::stripe::{
    NextPhase, PaymentIntent, PricedQuantity, StripeError, StripeInvoice, StripeSubscription,
    SubscriptionUpdate, UpdateTiming,
};

/// Age at which Stripe may have forgotten an idempotency key.
const KEY_LIFETIME: Duration = Duration::from_hours(23);
/// Keys that one request tries: the first one, and one after each stored failure.
const MAX_KEYS: u32 = 3;
/// Reason of a change that Stripe does not know a day after it was to be sent.
const NEVER_MADE: &str = "never-made";

/// Sends a change, and returns the outcome of a call that came to an end.
pub(super) async fn send_change(
    app: &App,
    open: &mut OpenRequest<'_>,
    terms: &ChangeTerms,
) -> Result<SentRequest, ApplyError> {
    let timing = match terms.timing {
        ChangeTiming::Restart => UpdateTiming::Restart,
        ChangeTiming::Prorate(at) => UpdateTiming::Prorated(at),
        ChangeTiming::InTrial => UpdateTiming::Trial,
        ChangeTiming::AtPeriodEnd => {
            return Ok(match schedule(open, terms).await {
                Ok(()) => RequestOutcome::Done.into(),
                Err(error) => refusal_of(error)?.into(),
            });
        }
    };
    if app.clock.now() >= open.request.created_at.plus(KEY_LIFETIME) {
        let outcome = if is_done(&open.live, terms) {
            RequestOutcome::Done
        } else {
            RequestOutcome::Refused(NEVER_MADE.to_owned())
        };
        return Ok(outcome.into());
    }
    if let Err(error) = release(open).await {
        return Ok(refusal_of(error)?.into());
    }
    for _ in 0..MAX_KEYS {
        match update(open, terms, timing).await {
            Ok(updated) => return outcome_of(open, &updated).await,
            Err(StripeError::StoredFailure) => {
                let id = open.live.id.clone();
                open.live = open.account.get_subscription(&id).await?;
                if is_done(&open.live, terms) || open.live.pending_update.is_some() {
                    let live = open.live.clone();
                    return outcome_of(open, &live).await;
                }
                next_key(app, open).await?;
            }
            Err(error) => return Ok(refusal_of(error)?.into()),
        }
    }
    Err(StripeError::Unavailable.into())
}

/// Returns true if a subscription has what a change leads to.
fn is_done(live: &StripeSubscription, terms: &ChangeTerms) -> bool {
    live.item().is_some_and(|item| {
        let price = item.price.as_ref();
        price.is_some_and(|price| price.id == terms.stripe_price_id)
            && item.quantity == Some(terms.quantity)
    })
}

async fn update(
    open: &OpenRequest<'_>,
    terms: &ChangeTerms,
    timing: UpdateTiming,
) -> Result<StripeSubscription, StripeError> {
    let item = open.live.item().ok_or(StripeError::InvalidResponse)?;
    let change = SubscriptionUpdate {
        item: &item.id,
        price: &terms.stripe_price_id,
        quantity: terms.quantity,
        timing,
    };
    let key = open.request.stripe_key("update");
    open.account
        .update_subscription(&key, &open.live.id, &change)
        .await
}

/// Stores the number of the next key, before it is sent.
async fn next_key(app: &App, open: &mut OpenRequest<'_>) -> Result<(), Failure> {
    open.request.attempt = open.request.attempt.saturating_add(1);
    let (request, now) = (&open.request, app.clock.now());
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::count_key(&mut db, &request.id, request.attempt, now).await?;
    transaction.commit().await
}

/// Returns the outcome of an update that Stripe has taken. A change whose payment was declined is given up; one whose payment the
/// buyer has to confirm waits for that.
async fn outcome_of(
    open: &OpenRequest<'_>,
    updated: &StripeSubscription,
) -> Result<SentRequest, ApplyError> {
    let latest = updated.latest_invoice.as_ref();
    let sent = |outcome| SentRequest {
        outcome,
        invoice: latest.map(|invoice| invoice.id.clone()),
    };
    let (Some(_), Some(invoice)) = (&updated.pending_update, latest) else {
        return Ok(sent(RequestOutcome::Done));
    };
    let invoice = open.account.get_invoice(&invoice.id).await?;
    let intent = match &invoice.payment_intent {
        Some(id) => Some(open.account.get_payment_intent(id).await?),
        None => None,
    };
    match waiting_outcome(&invoice, intent.as_ref()) {
        RequestOutcome::Declined(code) => {
            match open.account.void_invoice(&invoice.id).await {
                // One that is void or paid by now says so when it is applied.
                Ok(_) | Err(StripeError::Refused(_)) => Ok(sent(RequestOutcome::Declined(code))),
                Err(error) => Err(error.into()),
            }
        }
        outcome @ (RequestOutcome::Done
        | RequestOutcome::Action(_)
        | RequestOutcome::Refused(_)) => Ok(sent(outcome)),
    }
}

/// Returns the outcome of a change that waits for the payment of its invoice.
fn waiting_outcome(invoice: &StripeInvoice, intent: Option<&PaymentIntent>) -> RequestOutcome {
    let error = intent.and_then(|intent| intent.last_payment_error.as_ref());
    let code = error.and_then(|error| error.code.as_deref());
    let decline = error.and_then(|error| error.decline_code.as_deref());
    let declined = RequestOutcome::Declined(decline.or(code).map(ToOwned::to_owned));
    let status = invoice.status.as_deref();
    let Some(intent) = intent.filter(|_| status == Some("open")) else {
        // A paid invoice has applied the change since, and a voided one has given it up.
        return if status == Some("void") {
            declined
        } else {
            RequestOutcome::Done
        };
    };
    let page = invoice.hosted_invoice_url.as_ref();
    let needs_action = intent.status.as_deref() == Some("requires_action")
        || code == Some("authentication_required");
    match (intent.status.as_deref(), page) {
        // The bank takes its time.
        (Some("processing" | "succeeded"), _) => RequestOutcome::Done,
        (_, Some(page)) if needs_action => RequestOutcome::Action(page.expose().to_owned()),
        _ => declined,
    }
}

/// Plans a change for the end of the period by a schedule, which then releases the subscription. A repetition plans the same.
async fn schedule(open: &OpenRequest<'_>, terms: &ChangeTerms) -> Result<(), StripeError> {
    let request = &open.request;
    let present = open.live.schedule.as_ref().and_then(|found| {
        let schedule = found.object.as_ref()?;
        schedule.is_active().then_some(schedule.as_ref())
    });
    let schedule = if let Some(schedule) = present {
        schedule.clone()
    } else {
        let key = request.stripe_key("schedule");
        open.account.create_schedule(&key, &open.live.id).await?
    };
    let item = open.live.item().ok_or(StripeError::InvalidResponse)?;
    let price = item.price.as_ref().ok_or(StripeError::InvalidResponse)?;
    let running = schedule.current_phase;
    let times = running.and_then(|phase| phase.start_date.zip(phase.end_date));
    let (starts_at, ends_at) = times.ok_or(StripeError::InvalidResponse)?;
    let phase = NextPhase {
        running: PricedQuantity {
            price: &price.id,
            quantity: item.quantity.unwrap_or(1),
        },
        starts_at,
        ends_at,
        next: PricedQuantity {
            price: &terms.stripe_price_id,
            quantity: terms.quantity,
        },
        interval: &terms.interval,
        interval_count: terms.interval_count,
    };
    let key = request.stripe_key("phase");
    open.account
        .set_next_phase(&key, &schedule.id, &phase)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use foundation::text::strict_json;

    use super::*;

    #[test]
    fn outcome_of_a_waiting_change_follows_its_payment() {
        let action = RequestOutcome::Action("https://pay.example".to_owned());
        let declined = |code: &str| RequestOutcome::Declined(Some(code.to_owned()));
        // The invoice's status, the intent, and the outcome.
        let rows = [
            ("open", r#""status": "requires_action""#, action.clone()),
            (
                "open",
                r#""status": "requires_payment_method", "last_payment_error": {"code": "authentication_required"}"#,
                action,
            ),
            (
                "open",
                r#""status": "requires_payment_method",
                    "last_payment_error": {"code": "card_declined", "decline_code": "insufficient_funds"}"#,
                declined("insufficient_funds"),
            ),
            (
                "open",
                r#""status": "requires_payment_method", "last_payment_error": {"code": "expired_card"}"#,
                declined("expired_card"),
            ),
            (
                "open",
                r#""status": "requires_payment_method""#,
                RequestOutcome::Declined(None),
            ),
            ("open", r#""status": "processing""#, RequestOutcome::Done),
            ("paid", r#""status": "succeeded""#, RequestOutcome::Done),
            (
                "void",
                r#""status": "canceled""#,
                RequestOutcome::Declined(None),
            ),
            (
                "void",
                r#""status": "canceled", "last_payment_error": {"code": "expired_card"}"#,
                declined("expired_card"),
            ),
        ];
        for (status, members, expected) in rows {
            let invoice = format!(
                r#"{{"id": "in_1", "status": "{status}", "hosted_invoice_url": "https://pay.example"}}"#
            );
            let invoice: StripeInvoice = strict_json::from_slice(invoice.as_bytes()).unwrap();
            let intent = format!(r#"{{"id": "pi_1", {members}}}"#);
            let intent: PaymentIntent = strict_json::from_slice(intent.as_bytes()).unwrap();
            let found = waiting_outcome(&invoice, Some(&intent));
            assert_eq!(found, expected, "{status} {members}");
        }
    }
}
