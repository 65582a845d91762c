//! Determines the cards that the next top-up leaves out because a charge of them failed, as a pure function.

use super::attempt::Attempt;
use super::attempt_state::AttemptState;
use super::decline::{DeclineEffect, NEW_CARD, effect_of};
use super::rule::TopUpRule;

/// Number of an owner's newest attempts whose cards are compared.
pub(super) const MAX_RECENT: i64 = 20;

/// The meaning of an attempt for its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CardOutcome {
    /// The card was charged.
    Paid,
    /// Another card is needed: the bank refused this one for good, or asks its owner for a confirmation.
    Refused,
    /// The same card may be charged later.
    Declined,
    /// The attempt says nothing about the card.
    Unknown,
}

/// Returns the payment methods that the next top-up of a rule leaves out if there is another one. `recent` has the owner's
/// attempts, newest first; the last one with an outcome decides about its card.
pub(super) fn declined_cards(rule: &TopUpRule, recent: &[Attempt]) -> Vec<String> {
    // A card that may be charged later is tried again until the rule waits for another one.
    let mut counts_declined = rule.failures == 0 || rule.state.is_waiting_for_card();
    let mut seen: Vec<&str> = Vec::new();
    let mut declined = Vec::new();
    for attempt in recent {
        let outcome = outcome_of(attempt);
        counts_declined = counts_declined && outcome != CardOutcome::Paid;
        let Some(card) = attempt.payment_method.as_deref() else {
            continue;
        };
        if outcome == CardOutcome::Unknown || seen.contains(&card) {
            continue;
        }
        seen.push(card);
        let is_counted = outcome == CardOutcome::Declined && counts_declined;
        if outcome == CardOutcome::Refused || is_counted {
            declined.push(card.to_owned());
        }
    }
    declined
}

fn outcome_of(attempt: &Attempt) -> CardOutcome {
    match attempt.state {
        AttemptState::Paid => CardOutcome::Paid,
        AttemptState::Action => CardOutcome::Refused,
        AttemptState::Claimed | AttemptState::Invoiced | AttemptState::Paying => {
            CardOutcome::Unknown
        }
        AttemptState::Voiding | AttemptState::Failed => {
            outcome_of_word(attempt.code.as_deref().unwrap_or_default())
        }
    }
}

fn outcome_of_word(word: &str) -> CardOutcome {
    match effect_of(word) {
        DeclineEffect::NeedsCard => CardOutcome::Refused,
        DeclineEffect::Nothing if word == NEW_CARD => CardOutcome::Refused,
        DeclineEffect::Backs => CardOutcome::Declined,
        DeclineEffect::WaitsForMonth | DeclineEffect::WaitsForSeller | DeclineEffect::Nothing => {
            CardOutcome::Unknown
        }
    }
}
