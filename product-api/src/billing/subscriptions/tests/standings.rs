//! Tests of the table of statuses: each status with each collection, and the grace to the microsecond.

use std::time::Duration;

use foundation::Timestamp;

use crate::billing::subscriptions::standing::{
    Collection, Standing, StandingFacts, SubscriptionStatus,
};

const NOW: i64 = 1_800_000_000_000_000;
const WEEK: Duration = Duration::from_hours(7 * 24);

fn standing(status: Option<SubscriptionStatus>, collection: Collection) -> Standing {
    let facts = StandingFacts {
        status,
        collection,
        past_due_since: None,
        grace: WEEK,
    };
    facts.at(Timestamp::from_micros(NOW))
}

#[test]
fn each_status_and_collection_has_its_standing() {
    use Collection::{On, Other, Void};
    use SubscriptionStatus::{
        Active, Canceled, Incomplete, IncompleteExpired, PastDue, Paused, Trialing, Unpaid,
    };
    let rows = [
        // status; subscribed and monthly allowances for on, void, other
        (Some(Trialing), [(true, false); 3]),
        (Some(Active), [(true, true), (false, false), (true, true)]),
        (Some(PastDue), [(true, false); 3]),
        (Some(Paused), [(false, false); 3]),
        (Some(Incomplete), [(false, false); 3]),
        (Some(IncompleteExpired), [(false, false); 3]),
        (Some(Unpaid), [(false, false); 3]),
        (Some(Canceled), [(false, false); 3]),
        (None, [(false, false); 3]),
    ];
    for (status, expected) in rows {
        let found = [On, Void, Other].map(|collection| {
            let standing = standing(status, collection);
            (standing.is_subscribed, standing.has_allowances)
        });
        assert_eq!(found, expected, "{status:?}");
    }
}

#[test]
fn past_due_subscription_counts_for_its_grace_to_the_microsecond() {
    let week = i64::try_from(WEEK.as_micros()).unwrap();
    let rows = [
        // time since the failure, grace; subscribed
        (0, WEEK, true),
        (week - 1, WEEK, true),
        (week, WEEK, false),
        (week + 1, WEEK, false),
        (0, Duration::ZERO, false),
        (-1, Duration::ZERO, true),
    ];
    for (since, grace, expected) in rows {
        let past_due_since = Timestamp::from_micros(NOW - since);
        let facts = StandingFacts {
            status: Some(SubscriptionStatus::PastDue),
            collection: Collection::On,
            past_due_since: Some(past_due_since),
            grace,
        };
        let standing = facts.at(Timestamp::from_micros(NOW));
        assert_eq!(standing.is_subscribed, expected, "{since} {grace:?}");
        let end = expected.then(|| past_due_since.plus(grace));
        assert_eq!(standing.ends_at, end, "{since} {grace:?}");
    }
}

#[test]
fn each_word_names_one_status_or_collection() {
    for status in SubscriptionStatus::ALL {
        assert_eq!(SubscriptionStatus::from_word(status.word()), Some(status));
    }
    assert_eq!(SubscriptionStatus::from_word("frozen"), None);
    let rows = [
        (None, Collection::On),
        (Some("void"), Collection::Void),
        (Some("keep_as_draft"), Collection::Other),
        (Some("mark_uncollectible"), Collection::Other),
        (Some("new_word"), Collection::Other),
    ];
    for (behavior, expected) in rows {
        assert_eq!(
            Collection::from_behavior(behavior),
            expected,
            "{behavior:?}"
        );
        assert_eq!(Collection::from_word(expected.word()), Some(expected));
    }
    let over: Vec<&str> = SubscriptionStatus::ALL
        .into_iter()
        .filter(|status| status.is_over())
        .map(SubscriptionStatus::word)
        .collect();
    assert_eq!(over, ["incomplete_expired", "canceled"]);
}
