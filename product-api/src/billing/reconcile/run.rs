//! A run: one whole comparison of a connection's records with Stripe's, with its progress, its counts and its sums.

use std::collections::BTreeMap;

use foundation::Timestamp;
use serde::{Deserialize, Serialize};

/// A stage of a run: the kind of objects that it compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunStage {
    /// Sessions at Stripe are listed.
    Sessions,
    /// Subscriptions at Stripe that have not ended are listed.
    Subscriptions,
    /// Invoices at Stripe are listed.
    Invoices,
    /// Charges at Stripe are listed.
    Charges,
    /// Refunds at Stripe are listed.
    Refunds,
    /// Disputes at Stripe are listed.
    Disputes,
    /// Movements of Stripe's balance are listed.
    Balance,
    /// Our own records that Stripe's lists did not show are looked at.
    Own,
    /// Findings of earlier runs are looked at again.
    Findings,
}

impl RunStage {
    const ALL: [Self; 9] = [
        Self::Sessions,
        Self::Subscriptions,
        Self::Invoices,
        Self::Charges,
        Self::Refunds,
        Self::Disputes,
        Self::Balance,
        Self::Own,
        Self::Findings,
    ];

    /// Returns the word in the table.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Sessions => "sessions",
            Self::Subscriptions => "subscriptions",
            Self::Invoices => "invoices",
            Self::Charges => "charges",
            Self::Refunds => "refunds",
            Self::Disputes => "disputes",
            Self::Balance => "balance",
            Self::Own => "own",
            Self::Findings => "findings",
        }
    }

    /// Returns the stage with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.word() == word)
    }

    /// Returns the stage that follows; none after the last.
    pub(super) fn next(self) -> Option<Self> {
        let mut all = Self::ALL.into_iter().skip_while(|stage| *stage != self);
        all.nth(1)
    }
}

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunState {
    /// A server works on it.
    Running,
    /// It has compared everything.
    Ended,
    /// Stripe did not respond, or the server could not go on.
    Failed,
}

impl RunState {
    const ALL: [Self; 3] = [Self::Running, Self::Ended, Self::Failed];

    /// Returns the word in the table.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Ended => "ended",
            Self::Failed => "failed",
        }
    }

    /// Returns the state with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// Movements of one currency, after fees, in minor units: Stripe's sum is ours and that of others together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CurrencySum {
    /// All movements of Stripe's balance.
    pub(super) stripe: i64,
    /// Movements of our payments, as we have recorded them.
    pub(super) own: i64,
    /// Movements that do not belong to our payments.
    pub(super) outside: i64,
}

/// Sums of a run by currency.
pub(super) type RunSums = BTreeMap<String, CurrencySum>;

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReconcileRun {
    /// The id, `rec_…`.
    pub(super) id: String,
    pub(super) connection_id: String,
    /// True if differences are only counted.
    pub(super) is_dry_run: bool,
    /// Objects that were created before are not listed.
    pub(super) from: Timestamp,
    /// The start of the run.
    pub(super) to: Timestamp,
    pub(super) stage: RunStage,
    /// The last object of the stage that was compared.
    pub(super) last_object: Option<String>,
    pub(super) state: RunState,
    pub(super) error: Option<String>,
    /// The number of objects that were compared.
    pub(super) objects: i64,
    /// The number of objects that differed and are applied again.
    pub(super) repaired: i64,
    /// The number of findings that are open.
    pub(super) findings: i64,
    pub(super) sums: RunSums,
    /// The end of the server's lease.
    pub(super) held_until: Timestamp,
    pub(super) ended_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_follow_each_other_and_have_words() {
        let mut stage = RunStage::Sessions;
        let mut seen = vec![stage];
        while let Some(next) = stage.next() {
            stage = next;
            seen.push(stage);
        }
        assert_eq!(seen, RunStage::ALL);
        for stage in RunStage::ALL {
            assert_eq!(RunStage::from_word(stage.word()), Some(stage));
        }
        for state in RunState::ALL {
            assert_eq!(RunState::from_word(state.word()), Some(state));
        }
    }
}
