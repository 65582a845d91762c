//! The state of a rule of automatic top-ups.

/// The state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RuleState {
    /// Packs are bought when the credits fall below the threshold.
    Active,
    /// The buyer has to confirm a payment at the bank.
    NeedsAction,
    /// The buyer has to save a card, or another one.
    NeedsCard,
    /// The buyer has to consent again.
    NeedsConsent,
    /// Nothing is bought.
    Off,
}

impl RuleState {
    const ALL: [Self; 5] = [
        Self::Active,
        Self::NeedsAction,
        Self::NeedsCard,
        Self::NeedsConsent,
        Self::Off,
    ];

    /// Returns the word in the table and in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::NeedsAction => "needs_action",
            Self::NeedsCard => "needs_card",
            Self::NeedsConsent => "needs_consent",
            Self::Off => "off",
        }
    }

    /// Returns the state with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// Returns true if the buyer pays for what the rule buys.
    pub(super) const fn is_on(self) -> bool {
        match self {
            Self::Active | Self::NeedsAction | Self::NeedsCard | Self::NeedsConsent => true,
            Self::Off => false,
        }
    }

    /// Returns true if another card may end the state.
    pub(super) const fn is_waiting_for_card(self) -> bool {
        matches!(self, Self::NeedsCard | Self::NeedsAction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_names_one_state() {
        for state in RuleState::ALL {
            assert_eq!(RuleState::from_word(state.word()), Some(state));
        }
        assert_eq!(RuleState::from_word("on"), None);
    }
}
