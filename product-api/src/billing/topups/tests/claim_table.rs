//! Tests the decision to begin an attempt, row by row.

use std::time::Duration;

use foundation::Timestamp;

use super::test_topups::rule;
use crate::billing::topups::claim::{ClaimDecision, ClaimFacts, MonthSum, decide_claim};
use crate::billing::topups::rule::TopUpRule;
use crate::billing::topups::rule_state::RuleState;
use crate::credits::TopUpLevel;

/// Noon of the last day of January 2027.
const NOW: Timestamp = Timestamp::from_seconds(1_801_396_800);

fn facts() -> ClaimFacts {
    ClaimFacts {
        now: NOW,
        level: TopUpLevel {
            credits: 49,
            is_frozen: false,
            is_closed: false,
        },
        has_open_attempt: false,
        last_attempt_at: None,
        stop_reason: None,
        is_website_active: true,
        open_checkout_at: None,
        connection_id: Some("scn_1".to_owned()),
        stripe_price_id: Some("price_1".to_owned()),
        limit_minor: None,
        month: MonthSum::default(),
    }
}

fn in_minutes(minutes: u64) -> Timestamp {
    NOW.plus(Duration::from_mins(minutes))
}

fn ago(seconds: u64) -> Timestamp {
    NOW.minus(Duration::from_secs(seconds))
}

type Change = fn(&mut TopUpRule, &mut ClaimFacts);

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn attempt_begins_only_if_everything_allows_it() {
    let claim = || ClaimDecision::Claim("price_1".to_owned());
    let month_end = Timestamp::from_iso8601("2027-02-01T00:00:00Z").unwrap();
    let rows: [(&str, Change, ClaimDecision); 27] = [
        ("below", |_, _| {}, claim()),
        (
            "at the threshold",
            |_, facts| facts.level.credits = 50,
            ClaimDecision::Pass,
        ),
        ("in debt", |_, facts| facts.level.credits = -5, claim()),
        (
            "waits for the bank",
            |rule, _| rule.state = RuleState::NeedsAction,
            ClaimDecision::Pass,
        ),
        (
            "waits for a card",
            |rule, _| rule.state = RuleState::NeedsCard,
            ClaimDecision::Pass,
        ),
        (
            "waits for a consent",
            |rule, _| rule.state = RuleState::NeedsConsent,
            ClaimDecision::Pass,
        ),
        (
            "off",
            |rule, _| rule.state = RuleState::Off,
            ClaimDecision::Pass,
        ),
        (
            "open",
            |_, facts| facts.has_open_attempt = true,
            ClaimDecision::Pass,
        ),
        (
            "paused",
            |rule, _| rule.next_at = Some(in_minutes(1)),
            ClaimDecision::Pass,
        ),
        ("pause is over", |rule, _| rule.next_at = Some(NOW), claim()),
        (
            "merged",
            |_, facts| facts.level.is_closed = true,
            ClaimDecision::TurnOff("merged"),
        ),
        (
            "disputed",
            |_, facts| facts.stop_reason = Some("dispute"),
            ClaimDecision::TurnOff("dispute"),
        ),
        (
            "other account",
            |_, facts| facts.connection_id = Some("scn_2".to_owned()),
            ClaimDecision::NeedConsent("account-changed"),
        ),
        (
            "no account",
            |_, facts| facts.connection_id = None,
            ClaimDecision::Wait(in_minutes(10)),
        ),
        (
            "frozen",
            |_, facts| facts.level.is_frozen = true,
            ClaimDecision::Wait(in_minutes(10)),
        ),
        (
            "suspended",
            |_, facts| facts.is_website_active = false,
            ClaimDecision::Wait(in_minutes(10)),
        ),
        (
            "just tried",
            |_, facts| facts.last_attempt_at = Some(ago(60)),
            ClaimDecision::Wait(in_minutes(4)),
        ),
        (
            "tried before",
            |_, facts| facts.last_attempt_at = Some(ago(300)),
            claim(),
        ),
        (
            "buys now",
            |_, facts| facts.open_checkout_at = Some(ago(120)),
            ClaimDecision::Wait(in_minutes(8)),
        ),
        (
            "began to buy",
            |_, facts| facts.open_checkout_at = Some(ago(600)),
            claim(),
        ),
        (
            "no price",
            |_, facts| facts.stripe_price_id = None,
            ClaimDecision::Wait(in_minutes(60)),
        ),
        (
            "month is full",
            |_, facts| facts.month.total_minor = 4_001,
            ClaimDecision::CapReached(month_end),
        ),
        (
            "seller has lowered the limit",
            |_, facts| facts.limit_minor = Some(999),
            ClaimDecision::CapReached(month_end),
        ),
        (
            "month has room",
            |_, facts| facts.month.total_minor = 4_000,
            claim(),
        ),
        (
            "too often",
            |_, facts| facts.month.count = 5,
            ClaimDecision::CapReached(month_end),
        ),
        ("often", |_, facts| facts.month.count = 4, claim()),
        (
            "two packs",
            |rule, facts| {
                rule.quantity = 2;
                facts.month.total_minor = 3_001;
            },
            ClaimDecision::CapReached(month_end),
        ),
    ];
    for (name, change, expected) in rows {
        let (mut rule, mut facts) = (rule(16, NOW), facts());
        change(&mut rule, &mut facts);
        assert_eq!(decide_claim(&rule, &facts), expected, "{name}");
    }
}
