//! Compares a subscription at Stripe with our row, as a pure function.

use super::compare_session::Difference;
use super::finding::FindingKind;
use super::own_records::MarkedState;
use crate::billing::subscriptions::{Subscription, SubscriptionFacts, SubscriptionStatus};
use crate::caller::Mode;

/// Compares a subscription that is ours with its row.
pub(super) fn compare_subscription(
    theirs: &SubscriptionFacts,
    own: &Subscription,
    mark: MarkedState,
    mode: Mode,
) -> Vec<Difference> {
    let mut differences = Vec::new();
    let word = |is_live| if is_live { "live" } else { "test" };
    let is_live = mode == Mode::Live;
    if theirs.is_live != is_live {
        let kind = FindingKind::ModeMismatch;
        let finding = Difference::finding(kind, word(is_live), word(theirs.is_live));
        differences.push(finding);
    }
    if SubscriptionStatus::from_word(&theirs.status).is_none() {
        let kind = FindingKind::UnknownStatus;
        differences.push(Difference::finding(kind, &own.status, &theirs.status));
    }
    if is_stale(theirs, own) {
        if mark != MarkedState::Waiting {
            differences.push(Difference::Repair);
        }
    } else if own.plan.is_none() {
        let price = theirs.price_id.as_deref().unwrap_or("-");
        let kind = FindingKind::UnmappedPrice;
        differences.push(Difference::finding(kind, "no plan", price));
    }
    differences
}

/// Returns true if a fact of the subscription has changed since it was applied.
fn is_stale(theirs: &SubscriptionFacts, own: &Subscription) -> bool {
    let schedule = theirs.schedule.as_ref();
    let schedule = schedule.map(|schedule| schedule.id.as_str());
    own.status != theirs.status
        || own.collection != theirs.collection
        || own.quantity != theirs.quantity
        || own.stripe_price_id != theirs.price_id
        || own.cancel_at != theirs.cancel_at
        || own.trial_end != theirs.trial_end
        || own.period != theirs.period
        || own.pending_until != theirs.pending_until
        || own.scheduled.stripe_id.as_deref() != schedule
}
