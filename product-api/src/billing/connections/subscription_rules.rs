//! Settings of a book about its subscriptions.

/// The effect of a dearer plan within a paid period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangeMode {
    /// A new period begins at once, at the full price and with the full allowance.
    Restart,
    /// The rest of the running period is paid and granted in proportion.
    Prorate,
}

impl ChangeMode {
    /// Both effects.
    pub(crate) const ALL: [Self; 2] = [Self::Restart, Self::Prorate];

    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Restart => "restart",
            Self::Prorate => "prorate",
        }
    }
}

/// The treatment of a trial with a card that had a trial before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RepeatTrial {
    /// The subscription is canceled.
    Refuse,
    /// The trial continues without its credits.
    NoCredits,
    /// The trial is one like any other.
    Allow,
}

impl RepeatTrial {
    /// All treatments.
    pub(crate) const ALL: [Self; 3] = [Self::Refuse, Self::NoCredits, Self::Allow];

    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::NoCredits => "no_credits",
            Self::Allow => "allow",
        }
    }

    /// Returns the treatment with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }
}

/// Settings of a book about its subscriptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SubscriptionRules {
    /// The effect of a dearer plan within a paid period.
    pub(crate) change_mode: ChangeMode,
    /// Days for which an owner stays subscribed although a renewal is not paid.
    pub(crate) grace_days: i64,
    /// Hours for which an allowance outlives its period.
    pub(crate) renewal_grace_hours: i64,
    /// True if a lost dispute ends the subscription whose payment it was.
    pub(crate) is_ended_by_disputes: bool,
    /// The treatment of a trial with a card that had a trial before.
    pub(crate) repeat_trial: RepeatTrial,
}

impl Default for SubscriptionRules {
    fn default() -> Self {
        Self {
            change_mode: ChangeMode::Restart,
            grace_days: 7,
            renewal_grace_hours: 24,
            is_ended_by_disputes: true,
            repeat_trial: RepeatTrial::NoCredits,
        }
    }
}
