//! Payment methods that Stripe publishes for tests, and what happens with each.

/// Result of a payment with a test method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MethodOutcome {
    Succeeds,
    /// The issuer declines with these codes; the decline code is empty if there is none.
    Declines {
        code: &'static str,
        decline_code: &'static str,
        message: &'static str,
    },
    MustConfirm,
    /// The buyer confirms when the method is saved; later charges need no confirmation.
    ConfirmsOnce,
    LaterChargesFail,
    DisputedLater,
    InquiredLater,
    FraudWarning,
    RefundPending,
    RefundFails,
    DelayedSuccess,
    DelayedFailure,
}

/// A card or bank account for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TestMethod {
    /// Name in controls and in the form of the card page.
    pub(crate) name: &'static str,
    /// Title on the card page.
    pub(crate) title: &'static str,
    /// The outcome in a few words.
    pub(crate) hint: &'static str,
    pub(crate) number: &'static str,
    /// Brand of a card; empty for a bank account.
    pub(crate) brand: &'static str,
    pub(crate) outcome: MethodOutcome,
}

impl TestMethod {
    /// Returns true for a bank debit, which is paid days later.
    pub(crate) const fn is_bank(&self) -> bool {
        self.brand.is_empty()
    }

    /// Returns the last four characters of the number.
    pub(crate) fn last4(&self) -> &'static str {
        let start = self.number.len().saturating_sub(4);
        self.number.get(start..).unwrap_or_default()
    }

    /// Returns the number in groups of four, as cards show it.
    pub(crate) fn grouped(&self) -> String {
        let mut text = String::new();
        for (index, character) in self.number.chars().enumerate() {
            if index > 0 && index % 4 == 0 {
                text.push(' ');
            }
            text.push(character);
        }
        text
    }
}
