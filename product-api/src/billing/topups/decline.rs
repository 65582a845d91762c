//! The reason of a payment that failed: the card has to be replaced, or the payment may succeed later.

/// Word of an attempt whose rule was turned off or changed while the buyer had to confirm the payment.
pub(super) const RULE_CHANGED: &str = "rule-changed";
/// Word of an attempt that a new card has ended.
pub(super) const NEW_CARD: &str = "new-card";
/// Word of an attempt whose invoice, with its tax, is above the monthly limit.
pub(super) const CAP_REACHED: &str = "cap-reached";
/// Word of an attempt whose buyer has no card at Stripe.
pub(super) const NO_CARD: &str = "no-card";
/// Word of an attempt whose Stripe account is not connected any more.
pub(super) const DISCONNECTED: &str = "disconnected";
/// Word of an attempt whose invoice was never made or never paid.
pub(super) const NEVER_PAID: &str = "never-paid";
/// Word of an attempt whose price is not at Stripe.
pub(super) const PRICE_UNAVAILABLE: &str = "price-unavailable";
/// Word of an attempt whose invoice asks for another amount than the buyer has agreed to.
pub(super) const AMOUNT_CHANGED: &str = "amount-changed";
/// Word of an attempt whose invoice Stripe refuses for a reason that is not the card.
pub(super) const NOT_ACCEPTED: &str = "not-accepted";
/// Word of an attempt whose invoice was given up in the Stripe dashboard.
pub(super) const VOIDED: &str = "voided";

/// Words after which the next attempt need not wait.
const OURS: [&str; 3] = [RULE_CHANGED, NEW_CARD, DISCONNECTED];
/// Words about something that only the seller can change.
const OF_SELLER: [&str; 3] = [AMOUNT_CHANGED, NOT_ACCEPTED, PRICE_UNAVAILABLE];
/// The banks' reasons for which a card is not tried again, and the refusal of a card that was removed.
const HARD: [&str; 9] = [
    "expired_card",
    "fraudulent",
    "incorrect_number",
    "lost_card",
    "pickup_card",
    "resource_missing",
    "revocation_of_all_authorizations",
    "stolen_card",
    "stop_payment_order",
];

/// The effect of a failed attempt on its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeclineEffect {
    /// The buyer needs another card.
    NeedsCard,
    /// The next attempt waits.
    Backs,
    /// The next attempt waits for the next month.
    WaitsForMonth,
    /// The next attempt waits until the seller may have changed something.
    WaitsForSeller,
    /// The rule stays as it is.
    Nothing,
}

/// Returns the word of a failed payment: the bank's reason, or else Stripe's code.
pub(super) fn word_of(code: Option<&str>, decline_code: Option<&str>) -> String {
    decline_code.or(code).unwrap_or("declined").to_owned()
}

/// Returns the effect of a failure on its rule.
pub(super) fn effect_of(word: &str) -> DeclineEffect {
    if OURS.contains(&word) {
        DeclineEffect::Nothing
    } else if word == CAP_REACHED {
        DeclineEffect::WaitsForMonth
    } else if OF_SELLER.contains(&word) {
        DeclineEffect::WaitsForSeller
    } else if word == NO_CARD || HARD.contains(&word) || word.starts_with("invalid_") {
        DeclineEffect::NeedsCard
    } else {
        DeclineEffect::Backs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_says_if_the_card_has_to_be_replaced() {
        let needs_card = [
            "lost_card",
            "stolen_card",
            "pickup_card",
            "fraudulent",
            "expired_card",
            "invalid_account",
            "resource_missing",
            NO_CARD,
        ];
        for word in needs_card {
            assert_eq!(effect_of(word), DeclineEffect::NeedsCard, "{word}");
        }
        let backs = [
            "insufficient_funds",
            "generic_decline",
            "processing_error",
            "authentication_required",
            NEVER_PAID,
            VOIDED,
        ];
        for word in backs {
            assert_eq!(effect_of(word), DeclineEffect::Backs, "{word}");
        }
        for word in OURS {
            assert_eq!(effect_of(word), DeclineEffect::Nothing, "{word}");
        }
        for word in OF_SELLER {
            assert_eq!(effect_of(word), DeclineEffect::WaitsForSeller, "{word}");
        }
        assert_eq!(effect_of(CAP_REACHED), DeclineEffect::WaitsForMonth);
    }

    #[test]
    fn word_is_the_reason_of_the_bank() {
        let rows = [
            (Some("card_declined"), Some("lost_card"), "lost_card"),
            (Some("expired_card"), None, "expired_card"),
            (None, None, "declined"),
        ];
        for (code, decline_code, word) in rows {
            assert_eq!(word_of(code, decline_code), word);
        }
    }
}
