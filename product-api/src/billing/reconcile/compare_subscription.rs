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

#[cfg(test)]
mod tests {
    use foundation::Timestamp;
    use foundation::text::strict_json;
    use serde_json::json;

    use super::*;
    use crate::billing::stripe::StripeSubscription;
    use crate::billing::subscriptions::{
        AnnouncedFailure, PlanRef, ScheduledChange, TrialState, subscription_facts,
    };
    use crate::credits::Owner;

    fn theirs(status: &str) -> SubscriptionFacts {
        let subscription = json!({"id": "sub_1", "status": status, "livemode": false, "created": 100,
            "current_period_start": 100, "current_period_end": 200});
        let subscription: StripeSubscription =
            strict_json::from_slice(subscription.to_string().as_bytes()).unwrap();
        subscription_facts(&subscription)
    }

    /// Our row, to which these facts were applied.
    fn own(facts: &SubscriptionFacts) -> Subscription {
        Subscription {
            id: "sbs_1".to_owned(),
            book_id: 16,
            owner: Owner::Customer("cus_1".to_owned()),
            connection_id: "scn_1".to_owned(),
            stripe_id: facts.id.clone(),
            checkout_id: None,
            plan: Some(PlanRef {
                plan_id: "pln_1".to_owned(),
                version: 1,
            }),
            family: "default".to_owned(),
            stripe_price_id: facts.price_id.clone(),
            quantity: facts.quantity,
            status: facts.status.clone(),
            collection: facts.collection,
            cancel_at: facts.cancel_at,
            ended_at: facts.ended_at,
            trial_end: facts.trial_end,
            anchor: facts.anchor,
            period: facts.period,
            paid_through: None,
            refunded_through: None,
            past_due_since: None,
            is_subscribed: false,
            next_allowance_at: None,
            lots_end_at: None,
            payment_id: None,
            scheduled: ScheduledChange::default(),
            pending_until: facts.pending_until,
            payment_url: None,
            trial: TrialState::default(),
            end_reason: None,
            announced: AnnouncedFailure::default(),
            created_at: Timestamp::from_seconds(100),
            changed_at: Timestamp::from_seconds(100),
        }
    }

    /// Differences as short words: `r` repair, `l` look again, else the kind.
    fn words(differences: &[Difference]) -> Vec<&'static str> {
        let word = |difference: &Difference| match difference {
            Difference::Repair => "r",
            Difference::Recheck => "l",
            Difference::Finding(kind, _, _) => kind.word(),
        };
        differences.iter().map(word).collect()
    }

    #[test]
    fn status_that_this_version_does_not_know_is_a_finding() {
        let (unmarked, applied) = (MarkedState::Unmarked, MarkedState::Applied(None));
        let rows = [
            ("active", "active", unmarked, vec![]),
            ("active", "past_due", unmarked, vec!["r"]),
            ("active", "past_due", applied, vec!["r"]),
            ("active", "past_due", MarkedState::Waiting, vec![]),
            ("active", "odd", unmarked, vec!["unknown-status", "r"]),
            (
                "active",
                "odd",
                MarkedState::Waiting,
                vec!["unknown-status"],
            ),
            ("active", "", unmarked, vec!["unknown-status", "r"]),
            ("odd", "odd", applied, vec!["unknown-status"]),
            ("odd", "active", unmarked, vec!["r"]),
        ];
        for (ours, status, mark, expected) in rows {
            let found =
                compare_subscription(&theirs(status), &own(&theirs(ours)), mark, Mode::Test);
            assert_eq!(words(&found), expected, "{ours} {status} {mark:?}");
        }
        for status in SubscriptionStatus::ALL {
            let facts = theirs(status.word());
            let found = compare_subscription(&facts, &own(&facts), unmarked, Mode::Test);
            assert_eq!(found, [], "{status:?}");
        }
        let odd = theirs("odd");
        let found = compare_subscription(&odd, &own(&theirs("active")), applied, Mode::Test);
        let finding = Difference::finding(FindingKind::UnknownStatus, "active", "odd");
        assert_eq!(found, [finding, Difference::Repair]);
    }

    #[test]
    fn subscription_without_a_plan_or_in_another_mode_is_a_finding() {
        let facts = theirs("active");
        let compared = |own: &Subscription, mode| {
            words(&compare_subscription(
                &facts,
                own,
                MarkedState::Unmarked,
                mode,
            ))
        };
        let mut own = own(&facts);
        assert_eq!(compared(&own, Mode::Live), ["mode-mismatch"]);
        own.plan = None;
        assert_eq!(compared(&own, Mode::Test), ["unmapped-price"]);
        own.quantity = 2;
        assert_eq!(
            compared(&own, Mode::Test),
            ["r"],
            "its price may be mapped since"
        );
    }
}
