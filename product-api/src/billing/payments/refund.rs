//! A refund: money of a payment that goes back to the buyer.

use foundation::Timestamp;

/// The state of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RefundState {
    /// It is recorded here, and Stripe has not answered yet.
    New,
    /// Stripe has accepted it.
    Pending,
    /// The buyer has to do something first.
    RequiresAction,
    /// The buyer was refunded.
    Succeeded,
    /// The refund failed, and its amount is available at Stripe again.
    Failed,
    /// It was canceled before Stripe sent the money.
    Canceled,
    /// Stripe has refused it.
    Refused,
}

impl RefundState {
    /// All states.
    pub(crate) const ALL: [Self; 7] = [
        Self::New,
        Self::Pending,
        Self::RequiresAction,
        Self::Succeeded,
        Self::Failed,
        Self::Canceled,
        Self::Refused,
    ];

    /// Returns the word in the table and in responses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Pending => "pending",
            Self::RequiresAction => "requires_action",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Canceled => "canceled",
            Self::Refused => "refused",
        }
    }

    /// Returns the state with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// Returns the state of a refund at Stripe. A word that this version does not know is a pending refund.
    pub(crate) fn from_stripe(status: Option<&str>) -> Self {
        match status {
            Some("requires_action") => Self::RequiresAction,
            Some("succeeded") => Self::Succeeded,
            Some("failed") => Self::Failed,
            Some("canceled") => Self::Canceled,
            Some(_) | None => Self::Pending,
        }
    }

    /// Returns true if the amount is refunded, or is being refunded.
    pub(crate) const fn is_counted(self) -> bool {
        matches!(self, Self::Pending | Self::RequiresAction | Self::Succeeded)
    }
}

/// The entries of a refund in the money journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RefundRecord {
    /// There are none.
    None,
    /// The money was recorded.
    Recorded,
    /// The refund failed after that, and its entries were undone.
    Undone,
}

impl RefundRecord {
    /// All values.
    pub(crate) const ALL: [Self; 3] = [Self::None, Self::Recorded, Self::Undone];

    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Recorded => "recorded",
            Self::Undone => "undone",
        }
    }

    /// Returns the value with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|record| record.word() == word)
    }
}

/// A refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refund {
    /// The id, `rfd_…`.
    pub(crate) id: String,
    /// The payment.
    pub(crate) payment_id: String,
    /// The connection of the payment.
    pub(crate) connection_id: String,
    /// The id at Stripe, once Stripe has answered.
    pub(crate) stripe_id: Option<String>,
    /// The amount in minor units of the payment's currency.
    pub(crate) amount_minor: i64,
    /// The state.
    pub(crate) state: RefundState,
    /// The reason, as Stripe's word.
    pub(crate) reason: Option<String>,
    /// The reason why it failed or was refused, as Stripe's word.
    pub(crate) failure: Option<String>,
    /// The API key or the user who asked for it here.
    pub(crate) actor: Option<String>,
    /// The number of the idempotency key at Stripe.
    pub(crate) attempt: i16,
    /// The entries in the money journal.
    pub(crate) record: RefundRecord,
    /// The taxes in the amount, as they were recorded.
    pub(crate) tax_minor: i64,
    /// The cost of unused credits in the amount, as it was recorded.
    pub(crate) unused_cost_minor: i64,
    /// The time of its creation.
    pub(crate) created_at: Timestamp,
}

#[cfg(test)]
pub(in crate::billing) mod tests {
    use super::*;

    /// Returns a refund that was made at Stripe.
    pub(in crate::billing) fn refund(stripe_id: &str, state: RefundState) -> Refund {
        Refund {
            id: format!("rfd_{stripe_id}"),
            payment_id: "pmt_1".to_owned(),
            connection_id: "scn_1".to_owned(),
            stripe_id: Some(stripe_id.to_owned()),
            amount_minor: 300,
            state,
            reason: None,
            failure: None,
            actor: None,
            attempt: 1,
            record: RefundRecord::None,
            tax_minor: 0,
            unused_cost_minor: 0,
            created_at: Timestamp::default(),
        }
    }

    #[test]
    fn state_has_one_word_and_counts_while_money_goes_back() {
        for state in RefundState::ALL {
            assert_eq!(RefundState::from_word(state.word()), Some(state));
        }
        for record in RefundRecord::ALL {
            assert_eq!(RefundRecord::from_word(record.word()), Some(record));
        }
        let rows = [
            (Some("pending"), RefundState::Pending, true),
            (Some("requires_action"), RefundState::RequiresAction, true),
            (Some("succeeded"), RefundState::Succeeded, true),
            (Some("failed"), RefundState::Failed, false),
            (Some("canceled"), RefundState::Canceled, false),
            (Some("a word of tomorrow"), RefundState::Pending, true),
            (None, RefundState::Pending, true),
        ];
        for (status, expected, is_counted) in rows {
            let state = RefundState::from_stripe(status);
            assert_eq!((state, state.is_counted()), (expected, is_counted));
        }
        assert!(!RefundState::New.is_counted() && !RefundState::Refused.is_counted());
    }
}
