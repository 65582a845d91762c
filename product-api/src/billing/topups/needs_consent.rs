//! Decides if a change of a rule needs the consent of its buyer, as a pure function.

use super::check_request::RuleNumbers;
use super::rule::TopUpRule;
use super::rule_state::RuleState;
use crate::problem::{Kind, Problem};

/// The rule that a request leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WantedRule<'a> {
    /// The pack.
    pub(super) pack_id: &'a str,
    /// Its version.
    pub(super) pack_version: i64,
    /// The connection through which it is paid.
    pub(super) connection_id: &'a str,
    /// The code of the currency.
    pub(super) currency: &'a str,
    /// The price of one purchase in minor units.
    pub(super) price_minor: i64,
    /// The numbers.
    pub(super) numbers: RuleNumbers,
}

/// Returns true if a rule was not on before, or would buy something else, more, dearer or more often.
pub(super) fn needs_consent(before: Option<&TopUpRule>, wanted: &WantedRule<'_>) -> bool {
    let Some(before) = before else { return true };
    let is_on = before.state.is_on() && before.state != RuleState::NeedsConsent;
    !is_on
        || is_other(before, wanted)
        || wanted.price_minor > before.total_minor()
        || is_raised(before, wanted)
}

/// A newer version of the pack may have other credits or terms, and another connection charges for another company.
fn is_other(before: &TopUpRule, wanted: &WantedRule<'_>) -> bool {
    before.pack_id != wanted.pack_id
        || before.pack_version != wanted.pack_version
        || before.connection_id != wanted.connection_id
        || before.currency.code() != wanted.currency
}

fn is_raised(before: &TopUpRule, wanted: &WantedRule<'_>) -> bool {
    let numbers = &wanted.numbers;
    let raised = [
        numbers.quantity > before.quantity,
        numbers.threshold > before.threshold,
        numbers.month_max_minor > before.month_max_minor,
        numbers.month_max_count > before.month_max_count,
        numbers.min_seconds < before.min_seconds,
    ];
    raised.contains(&true)
}

/// Returns the problem of a change to which the buyer has not consented.
pub(super) fn consent_problem() -> Problem {
    Problem::new(
        Kind::NeedsConsent,
        "The buyer has to agree to what this automatic top-up buys. Nothing was done.",
    )
}
