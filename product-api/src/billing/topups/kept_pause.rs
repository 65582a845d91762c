//! Determines the pause that a rule keeps when its buyer changes it, as a pure function.

use foundation::Timestamp;

use super::decline::CAP_REACHED;
use super::needs_consent::WantedRule;
use super::rule::{TopUpCard, TopUpRule};
use super::rule_state::RuleState;

/// The pause that a rule keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct KeptPause {
    /// Declined attempts in a row.
    pub(super) failures: i64,
    /// The time before which no attempt begins.
    pub(super) next_at: Option<Timestamp>,
    /// The reason of that time.
    pub(super) reason: Option<String>,
    /// The month whose limit was announced.
    pub(super) capped_month: Option<i64>,
}

/// Returns the pause that a rule keeps. Another card ends the one after a declined payment, and an easier limit that of a month.
/// A rule that was off, or that its buyer has to consent to again, has no pause.
pub(super) fn kept_pause(
    before: Option<&TopUpRule>,
    wanted: &WantedRule<'_>,
    card: Option<&TopUpCard>,
    now: Timestamp,
) -> KeptPause {
    let Some(before) = before.filter(|before| is_continued(before, wanted)) else {
        return KeptPause::default();
    };
    let is_same_card = before.card.as_ref() == card;
    let is_same_limit = !is_easier(before, wanted);
    let keeps = match before.reason.as_deref() {
        Some(CAP_REACHED) => is_same_limit,
        Some(_) => is_same_card,
        None => false,
    };
    let next_at = before.next_at.filter(|at| keeps && *at > now);
    KeptPause {
        failures: if is_same_card { before.failures } else { 0 },
        next_at,
        reason: before.reason.clone().filter(|_| next_at.is_some()),
        capped_month: before.capped_month.filter(|_| is_same_limit),
    }
}

fn is_continued(before: &TopUpRule, wanted: &WantedRule<'_>) -> bool {
    let is_on = before.state.is_on() && before.state != RuleState::NeedsConsent;
    is_on && before.connection_id == wanted.connection_id
}

/// Returns true if a purchase may fit the limits of the month that did not fit before.
fn is_easier(before: &TopUpRule, wanted: &WantedRule<'_>) -> bool {
    wanted.numbers.month_max_minor > before.month_max_minor
        || wanted.numbers.month_max_count > before.month_max_count
        || wanted.price_minor < before.total_minor()
        || wanted.currency != before.currency.code()
}
