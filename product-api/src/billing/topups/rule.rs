//! A buyer's rule of automatic top-ups at one seller, and what attempts change about it.

use std::time::Duration;

use foundation::Timestamp;

use super::decline::{DeclineEffect, effect_of};
use super::rule_state::RuleState;
use super::terms::TopUpTerms;
use crate::billing::currency::Currency;
use crate::credits::WalletKey;

/// Shortest time between two attempts that a buyer may set, in seconds.
pub(super) const MIN_SECONDS: i64 = 60;
/// Longest time between two attempts that a buyer may set, in seconds.
pub(super) const MAX_SECONDS: i64 = 86_400;
/// Time between two attempts if a buyer sets none, in seconds.
pub(crate) const DEFAULT_MIN_SECONDS: i64 = 300;
/// Maximum number of attempts in a month.
pub(super) const MAX_MONTH_COUNT: i64 = 100;
/// Declined attempts in a row after which the buyer needs another card.
const MAX_FAILURES: i64 = 3;
/// Pauses after declined attempts in a row.
const PAUSES: [Duration; 3] = [
    Duration::from_hours(1),
    Duration::from_hours(24),
    Duration::from_hours(72),
];

/// Pause after an attempt for whose failure only the seller can do something.
const SELLER_PAUSE: Duration = Duration::from_hours(24);

/// The card with which a buyer pays, as its owner recognizes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TopUpCard {
    /// The brand such as `visa`.
    pub(crate) brand: String,
    /// The last four digits.
    pub(crate) last4: String,
}

/// A rule. The amount, the credits and the bonus are those of one pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TopUpRule {
    /// The book and the owner of the credits.
    pub(super) wallet: WalletKey,
    /// The connection through which it is paid.
    pub(super) connection_id: String,
    /// The state.
    pub(super) state: RuleState,
    /// The reason of the state, or of a pause.
    pub(super) reason: Option<String>,
    /// Credits below which packs are bought.
    pub(super) threshold: i64,
    /// The pack.
    pub(super) pack_id: String,
    /// Its version.
    pub(super) pack_version: i64,
    /// The price of that version.
    pub(super) price_id: i64,
    /// The number of packs that are bought at once.
    pub(super) quantity: i64,
    /// The currency of the price.
    pub(super) currency: Currency,
    /// The price of one pack in minor units.
    pub(super) amount_minor: i64,
    /// The credits of one pack.
    pub(super) credits: i64,
    /// The free credits of one pack.
    pub(super) bonus: i64,
    /// The other terms.
    pub(super) terms: TopUpTerms,
    /// The most that a calendar month may cost, in minor units.
    pub(super) month_max_minor: i64,
    /// Maximum number of purchases in a calendar month.
    pub(super) month_max_count: i64,
    /// Seconds between the begins of two attempts.
    pub(super) min_seconds: i64,
    /// Declined attempts in a row.
    pub(super) failures: i64,
    /// The time before which no attempt begins.
    pub(super) next_at: Option<Timestamp>,
    /// The number of the last attempt.
    pub(super) attempt_count: i64,
    /// The month whose limit was announced.
    pub(super) capped_month: Option<i64>,
    /// The card, as far as it is known.
    pub(super) card: Option<TopUpCard>,
    /// The user who consented, or the API key whose checkout the buyer agreed to.
    pub(super) actor: String,
    /// The time of the consent.
    pub(super) consent_at: Timestamp,
    /// The sentence to which the buyer consented.
    pub(super) consent_text: String,
    /// The time of its creation.
    pub(super) created_at: Timestamp,
    /// The time of its last change.
    pub(super) updated_at: Timestamp,
}

impl TopUpRule {
    /// Returns the price of all packs in minor units, without taxes that come on top.
    pub(super) const fn total_minor(&self) -> i64 {
        self.amount_minor.saturating_mul(self.quantity)
    }

    /// Returns the credits that are bought at once, without the bonus.
    pub(super) const fn total_credits(&self) -> i64 {
        self.credits.saturating_mul(self.quantity)
    }

    /// Returns the threshold that the wallet watches; none if the rule is off.
    pub(super) fn watched_threshold(&self) -> Option<i64> {
        self.state.is_on().then_some(self.threshold)
    }

    /// Notes a paid attempt.
    pub(super) fn note_paid(&mut self) {
        self.failures = 0;
        self.next_at = None;
        if self.is_waiting_for_outcome() {
            self.state = RuleState::Active;
            self.reason = None;
        }
    }

    /// Notes a failed attempt: the next one waits, or the buyer needs another card. A rule that has changed since stays.
    pub(super) fn note_failure(&mut self, word: &str, now: Timestamp) {
        if !self.is_waiting_for_outcome() {
            return;
        }
        let effect = effect_of(word);
        match effect {
            DeclineEffect::NeedsCard => self.state = RuleState::NeedsCard,
            DeclineEffect::Backs => self.back_off(now),
            DeclineEffect::WaitsForMonth
            | DeclineEffect::WaitsForSeller
            | DeclineEffect::Nothing => {
                self.wait(effect, now);
            }
        }
        if effect != DeclineEffect::Nothing {
            self.reason = Some(word.to_owned());
        }
    }

    /// Waits after a failure that says nothing about the card.
    fn wait(&mut self, effect: DeclineEffect, now: Timestamp) {
        if self.state == RuleState::NeedsAction {
            self.state = RuleState::Active;
        }
        if effect == DeclineEffect::WaitsForMonth {
            self.next_at = Some(Timestamp::from_month(now.month().saturating_add(1)));
            self.capped_month = Some(now.month());
        } else if effect == DeclineEffect::WaitsForSeller {
            self.next_at = Some(now.plus(SELLER_PAUSE));
        }
    }

    fn back_off(&mut self, now: Timestamp) {
        self.failures = self.failures.saturating_add(1);
        let index = usize::try_from(self.failures.saturating_sub(1)).unwrap_or_default();
        let pause = PAUSES.get(index).or(PAUSES.last()).copied();
        self.next_at = Some(now.plus(pause.unwrap_or_default()));
        self.state = if self.failures >= MAX_FAILURES {
            RuleState::NeedsCard
        } else {
            RuleState::Active
        };
    }

    /// Notes another card: the rule tries again at once.
    pub(super) fn note_card(&mut self, card: Option<TopUpCard>) {
        self.card = card;
        if matches!(self.state, RuleState::NeedsCard | RuleState::NeedsAction) {
            self.state = RuleState::Active;
            self.reason = None;
        }
        self.failures = 0;
        self.next_at = None;
    }

    /// Turns the rule off for a reason; none for the buyer's own wish.
    pub(super) fn turn_off(&mut self, reason: Option<&str>) {
        self.state = RuleState::Off;
        self.reason = reason.map(ToOwned::to_owned);
        self.next_at = None;
    }

    /// Returns true if an outcome of an attempt decides about the state.
    const fn is_waiting_for_outcome(&self) -> bool {
        matches!(
            self.state,
            RuleState::Active | RuleState::NeedsAction | RuleState::NeedsCard
        )
    }
}
