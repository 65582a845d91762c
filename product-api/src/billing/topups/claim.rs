//! The decision to begin an attempt, as a pure function of its rule and the facts about its owner.

use std::time::Duration;

use foundation::Timestamp;

use super::rule::TopUpRule;
use super::rule_state::RuleState;
use crate::credits::TopUpLevel;

/// Time after which the server checks a rule again whose owner may not buy at the moment.
const BLOCKED_PAUSE: Duration = Duration::from_mins(10);
/// Time after which the server checks a rule again whose price is not at Stripe.
const PRICE_PAUSE: Duration = Duration::from_hours(1);
/// Age up to which an open checkout of the owner delays an attempt.
pub(super) const CHECKOUT_AGE: Duration = Duration::from_mins(10);

/// Reason of a rule that ended because its owner was merged into another one.
const MERGED: &str = "merged";
/// Reason of a rule that a dispute has turned off.
pub(super) const DISPUTE: &str = "dispute";
/// Reason of a rule that a bank's warning of fraud has turned off.
pub(super) const FRAUD_WARNING: &str = "fraud-warning";
/// Reason of a rule whose seller uses another Stripe account.
const ACCOUNT_CHANGED: &str = "account-changed";

/// The paid and open attempts of an owner in a month.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MonthSum {
    /// Their amount in minor units.
    pub(super) total_minor: i64,
    /// Their number.
    pub(super) count: i64,
}

/// The facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClaimFacts {
    /// The time.
    pub(super) now: Timestamp,
    /// The wallet.
    pub(super) level: TopUpLevel,
    /// True if an attempt is open.
    pub(super) has_open_attempt: bool,
    /// The begin of the last attempt.
    pub(super) last_attempt_at: Option<Timestamp>,
    /// The reason that turns the rule off: a payment of the owner is disputed, or a bank warns of it.
    pub(super) stop_reason: Option<&'static str>,
    /// True if the website works without limits.
    pub(super) is_website_active: bool,
    /// The begin of the owner's newest open checkout of a pack.
    pub(super) open_checkout_at: Option<Timestamp>,
    /// The connection through which the book sells now, if it works.
    pub(super) connection_id: Option<String>,
    /// The price at Stripe, if it can be sold.
    pub(super) stripe_price_id: Option<String>,
    /// The largest monthly limit that the seller allows now; none for no limit.
    pub(super) limit_minor: Option<i64>,
    /// The attempts of this month.
    pub(super) month: MonthSum,
}

/// The decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ClaimDecision {
    /// An attempt begins, at this price at Stripe.
    Claim(String),
    /// There is nothing to buy.
    Pass,
    /// The rule is looked at again at a time.
    Wait(Timestamp),
    /// A limit of the month is reached, which ends at this time.
    CapReached(Timestamp),
    /// The rule is turned off, for this reason.
    TurnOff(&'static str),
    /// The buyer has to consent again, for this reason.
    NeedConsent(&'static str),
}

/// Decides if an attempt begins.
pub(super) fn decide_claim(rule: &TopUpRule, facts: &ClaimFacts) -> ClaimDecision {
    if rule.state != RuleState::Active || facts.has_open_attempt {
        return ClaimDecision::Pass;
    }
    if let Some(end) = end_of_rule(rule, facts) {
        return end;
    }
    let is_early = rule.next_at.is_some_and(|next_at| next_at > facts.now);
    if facts.level.credits >= rule.threshold || is_early {
        return ClaimDecision::Pass;
    }
    if let Some(until) = wait(rule, facts) {
        return ClaimDecision::Wait(until);
    }
    let total = facts.month.total_minor.saturating_add(rule.total_minor());
    let max_minor = facts.limit_minor.unwrap_or(i64::MAX);
    if total > rule.month_max_minor.min(max_minor) || facts.month.count >= rule.month_max_count {
        let next_month = facts.now.month().saturating_add(1);
        return ClaimDecision::CapReached(Timestamp::from_month(next_month));
    }
    match &facts.stripe_price_id {
        Some(price_id) => ClaimDecision::Claim(price_id.clone()),
        None => ClaimDecision::Wait(facts.now.plus(PRICE_PAUSE)),
    }
}

/// Returns the decision about a rule that does not work any more.
fn end_of_rule(rule: &TopUpRule, facts: &ClaimFacts) -> Option<ClaimDecision> {
    if facts.level.is_closed {
        return Some(ClaimDecision::TurnOff(MERGED));
    }
    if let Some(reason) = facts.stop_reason {
        return Some(ClaimDecision::TurnOff(reason));
    }
    let connection_id = facts.connection_id.as_ref();
    let is_changed = connection_id.is_some_and(|id| *id != rule.connection_id);
    is_changed.then_some(ClaimDecision::NeedConsent(ACCOUNT_CHANGED))
}

/// Returns the time until which a rule has to wait; none if an attempt may start now.
fn wait(rule: &TopUpRule, facts: &ClaimFacts) -> Option<Timestamp> {
    let seconds = u64::try_from(rule.min_seconds).unwrap_or_default();
    let distance = Duration::from_secs(seconds);
    let after = |at: Option<Timestamp>, distance: Duration| {
        let until = at.map(|at| at.plus(distance));
        until.filter(|until| *until > facts.now)
    };
    let may_not_buy =
        facts.level.is_frozen || !facts.is_website_active || facts.connection_id.is_none();
    let waits = [
        after(facts.last_attempt_at, distance),
        may_not_buy.then(|| facts.now.plus(BLOCKED_PAUSE)),
        after(facts.open_checkout_at, CHECKOUT_AGE),
    ];
    waits.into_iter().flatten().max()
}
