//! The state of an attempt of an automatic top-up.

/// The state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum AttemptState {
    /// Its invoice is being made at Stripe.
    Claimed,
    /// Its invoice can be paid.
    Invoiced,
    /// The card is being charged, or the result is not known.
    Paying,
    /// The buyer has to confirm the payment at the bank.
    Action,
    /// Its invoice is being given up.
    Voiding,
    /// It was paid.
    Paid,
    /// Nothing was bought, or its payment needs a review.
    Failed,
}

impl AttemptState {
    /// All states.
    pub(super) const ALL: [Self; 7] = [
        Self::Claimed,
        Self::Invoiced,
        Self::Paying,
        Self::Action,
        Self::Voiding,
        Self::Paid,
        Self::Failed,
    ];

    /// Returns the word in the table and in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Claimed => "claimed",
            Self::Invoiced => "invoiced",
            Self::Paying => "paying",
            Self::Action => "action",
            Self::Voiding => "voiding",
            Self::Paid => "paid",
            Self::Failed => "failed",
        }
    }

    /// Returns the state with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// Returns true if the outcome is not known yet.
    pub(super) const fn is_open(self) -> bool {
        match self {
            Self::Claimed | Self::Invoiced | Self::Paying | Self::Action | Self::Voiding => true,
            Self::Paid | Self::Failed => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_names_one_state() {
        for state in AttemptState::ALL {
            assert_eq!(AttemptState::from_word(state.word()), Some(state));
        }
        assert_eq!(AttemptState::from_word("open"), None);
    }
}
