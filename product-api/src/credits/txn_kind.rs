//! What a transaction is.

/// What a transaction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TxnKind {
    /// Credits came.
    Grant,
    /// Credits were used.
    Spend,
    /// Credits that a hold had set aside were used.
    Capture,
    /// Credits were not used in time.
    Expiry,
    /// Credits that were used came back.
    Reversal,
    /// What was left of a grant was taken back.
    Void,
    /// Credits went from one wallet to another, because two customers are one person.
    Transfer,
}

impl TxnKind {
    /// All of them.
    pub(crate) const ALL: [Self; 7] = [
        Self::Grant,
        Self::Spend,
        Self::Capture,
        Self::Expiry,
        Self::Reversal,
        Self::Void,
        Self::Transfer,
    ];

    /// The kind, as the table and the API say it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Grant => "grant",
            Self::Spend => "spend",
            Self::Capture => "capture",
            Self::Expiry => "expiry",
            Self::Reversal => "reversal",
            Self::Void => "void",
            Self::Transfer => "transfer",
        }
    }

    /// The kind of a name.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_name() {
        for kind in TxnKind::ALL {
            assert_eq!(TxnKind::of_name(kind.name()), Some(kind));
        }
        assert_eq!(TxnKind::of_name("gift"), None);
    }
}
