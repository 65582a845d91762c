//! Problems of requests that are not possible.

use foundation::Timestamp;

use super::subscription_request::{RequestOutcome, RequestTerms};
use crate::billing::payments::refused_by_provider;
use crate::billing::subscriptions::{Collection, Subscription, SubscriptionStatus};
use crate::problem::{Kind, Problem};

/// Reason of a subscription for which another request is on its way.
pub(super) const IN_PROGRESS: &str = "in-progress";

/// Returns the problem of a subscription that cannot be changed now.
pub(super) fn not_changeable(reason: &str) -> Problem {
    let detail = "The subscription cannot be changed like this now. Nothing was done.";
    Problem::new(Kind::SubscriptionNotChangeable, detail).with("reason", reason)
}

/// Returns the problem of a change that costs another amount now.
pub(super) fn amount_changed(amount_due_minor: i64) -> Problem {
    let detail = "The change costs another amount now. Nothing was done.";
    Problem::new(Kind::AmountChanged, detail).with("amount_due_minor", amount_due_minor)
}

/// Returns the problem of a second live subscription of a family.
pub(super) fn subscription_exists(object: &str) -> Problem {
    let detail = "The buyer has another subscription of this kind. Nothing was done.";
    Problem::new(Kind::SubscriptionExists, detail).with("object", object)
}

/// Returns the problem of a subscription whose account is not connected any more.
pub(super) fn not_connected() -> Problem {
    let detail = "The Stripe account of this subscription is not connected. Connect it again, or use the Stripe dashboard.";
    Problem::new(Kind::BillingNotConnected, detail)
}

/// Returns the problem of a price that cannot be sold at the moment.
pub(super) fn price_unavailable() -> Problem {
    let detail = "The price is not at Stripe, or was archived there. Nothing was done.";
    Problem::new(Kind::PriceUnavailable, detail)
}

/// Returns the problem of a request that Stripe has not done.
pub(super) fn problem_of(outcome: &RequestOutcome) -> Option<Problem> {
    match outcome {
        RequestOutcome::Done => None,
        RequestOutcome::Action(url) => {
            let detail = "The bank asks the buyer to confirm the payment. The change applies once it is paid, within 23 hours.";
            let problem = Problem::new(Kind::PaymentActionRequired, detail);
            Some(problem.with("payment_url", url.as_str()))
        }
        RequestOutcome::Declined(code) => {
            let detail = "The card was declined. Nothing was changed.";
            let problem = Problem::new(Kind::PaymentDeclined, detail);
            Some(match code {
                Some(code) => problem.with("decline_code", code.as_str()),
                None => problem,
            })
        }
        RequestOutcome::Refused(_) => Some(refused_by_provider()),
    }
}

/// Returns the problem of a change that was to wait for the confirmation of its payment; `None` once it applies. The time for the
/// confirmation may be over.
pub(super) fn problem_of_waiting(
    outcome: &RequestOutcome,
    terms: &RequestTerms,
    subscription: &Subscription,
) -> Option<Problem> {
    if subscription.pending_until.is_some() {
        return problem_of(outcome);
    }
    let is_applied = match terms {
        RequestTerms::Change(change) => {
            subscription.stripe_price_id.as_ref() == Some(&change.stripe_price_id)
                && subscription.quantity == change.quantity
        }
        RequestTerms::Cancel(_) | RequestTerms::Resume => true,
    };
    let detail = "The change does not apply: its payment was not confirmed in time, or another change has followed. A new request needs a new key.";
    (!is_applied).then(|| Problem::new(Kind::PaymentDeclined, detail))
}

/// Returns the reason why a subscription can be neither changed nor resumed; `None` for one that runs.
pub(super) fn reason_of_end(subscription: &Subscription) -> Option<&str> {
    let is_live = !subscription.is_over() && subscription.end_reason.is_none();
    (!is_live).then_some(subscription.status.as_str())
}

/// Returns the reason why the plan of a subscription cannot be changed; `None` if it can.
pub(super) fn reason_against_change(subscription: &Subscription, now: Timestamp) -> Option<&str> {
    let status = SubscriptionStatus::from_word(&subscription.status);
    let is_running = matches!(
        status,
        Some(SubscriptionStatus::Active | SubscriptionStatus::Trialing)
    );
    if !is_running || subscription.end_reason.is_some() {
        return Some(&subscription.status);
    }
    let checks = [
        (subscription.collection != Collection::On, "paused"),
        (subscription.cancel_at.is_some(), "canceling"),
        (
            subscription.pending_until.is_some_and(|until| until > now),
            "pending",
        ),
        (subscription.plan.is_none(), "unknown-plan"),
    ];
    let mut checks = checks.into_iter();
    checks.find(|(is_so, _)| *is_so).map(|(_, reason)| reason)
}
