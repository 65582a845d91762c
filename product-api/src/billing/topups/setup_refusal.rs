//! Decides if a rule can still be set to which a buyer agreed on a page of Stripe, as a pure function.

use super::offered_rule::AgreedRule;
use super::rule::TopUpRule;
use super::rule_state::RuleState;

/// Reasons why the rule is not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SetupRefusal {
    /// The buyer has set or turned off the rule since the checkout was started.
    NewerRule,
    /// The buyer was merged into another one.
    Merged,
    /// The website is suspended.
    Suspended,
    /// The seller uses another Stripe account.
    AccountChanged,
    /// A payment of the buyer is disputed, or a bank warns of it: the reason that would turn the rule off.
    Stopped(&'static str),
    /// The pack is not sold any more.
    NotSold,
    /// The pack has become dearer.
    Dearer,
    /// The website allows less in a month than the buyer agreed to.
    LimitLowered,
}

impl SetupRefusal {
    /// Returns the word in the table of checkouts and in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::NewerRule => "newer-rule",
            Self::Merged => "merged",
            Self::Suspended => "website-suspended",
            Self::AccountChanged => "account-changed",
            Self::Stopped(reason) => reason,
            Self::NotSold => "price-unavailable",
            Self::Dearer => "needs-consent",
            Self::LimitLowered => "limit-lowered",
        }
    }
}

/// The facts about the buyer, the seller and the pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AgreementFacts {
    /// True if the buyer was merged into another one.
    pub(super) is_merged: bool,
    /// True if the website works without limits.
    pub(super) is_website_active: bool,
    /// The connection through which the book sells now.
    pub(super) connection_id: Option<String>,
    /// The reason that would turn the rule off: a payment of the buyer is disputed, or a bank warns of it.
    pub(super) stop_reason: Option<&'static str>,
    /// True if the price of the agreed version can be sold.
    pub(super) is_price_sold: bool,
    /// The price of one pack in its newest version, in minor units.
    pub(super) newest_minor: Option<i64>,
    /// The largest monthly limit that the seller allows now; none for no limit.
    pub(super) limit_minor: Option<i64>,
}

/// Returns the first reason why a rule is not set; none if it is set as agreed.
pub(super) fn find_refusal(
    before: Option<&TopUpRule>,
    agreed: &AgreedRule<'_>,
    facts: &AgreementFacts,
) -> Option<SetupRefusal> {
    let offered = agreed.offered;
    let is_dearer = |newest: i64| newest > offered.amount_minor;
    let is_above = |most: i64| offered.month_max_minor > most;
    let checks = [
        (
            before.is_some_and(|before| is_newer(before, agreed)),
            SetupRefusal::NewerRule,
        ),
        (facts.is_merged, SetupRefusal::Merged),
        (!facts.is_website_active, SetupRefusal::Suspended),
        (
            facts.connection_id.as_deref() != Some(agreed.connection_id),
            SetupRefusal::AccountChanged,
        ),
        (
            facts.stop_reason.is_some(),
            SetupRefusal::Stopped(facts.stop_reason.unwrap_or_default()),
        ),
        (!facts.is_price_sold, SetupRefusal::NotSold),
        (
            facts.newest_minor.is_some_and(is_dearer),
            SetupRefusal::Dearer,
        ),
        (
            facts.limit_minor.is_some_and(is_above),
            SetupRefusal::LimitLowered,
        ),
    ];
    let mut failed = checks.into_iter().filter(|(is_refused, _)| *is_refused);
    failed.next().map(|(_, reason)| reason)
}

/// Returns true if the buyer has agreed to another rule, or turned it off, after the checkout was started.
fn is_newer(before: &TopUpRule, agreed: &AgreedRule<'_>) -> bool {
    let is_off = before.state == RuleState::Off;
    before.consent_at > agreed.offered_at || is_off && before.updated_at > agreed.offered_at
}
