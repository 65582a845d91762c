//! Kinds of transactions.

/// Kind of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TxnKind {
    /// Credits were granted.
    Grant,
    /// Credits were spent.
    Spend,
    /// Credits that a hold reserved were spent.
    Capture,
    /// Credits expired.
    Expiry,
    /// Spent credits were given back.
    Reversal,
    /// The rest of a grant was taken back.
    Void,
    /// Credits moved from one wallet to another, because two customers were merged.
    Transfer,
    /// Credits of a purchase were taken back after a refund or a dispute.
    ClawBack,
    /// Used credits of a refunded or disputed purchase were written off.
    WriteOff,
}

impl TxnKind {
    /// All kinds.
    pub(crate) const ALL: [Self; 9] = [
        Self::Grant,
        Self::Spend,
        Self::Capture,
        Self::Expiry,
        Self::Reversal,
        Self::Void,
        Self::Transfer,
        Self::ClawBack,
        Self::WriteOff,
    ];

    /// Returns the kind's name in the table and in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Grant => "grant",
            Self::Spend => "spend",
            Self::Capture => "capture",
            Self::Expiry => "expiry",
            Self::Reversal => "reversal",
            Self::Void => "void",
            Self::Transfer => "transfer",
            Self::ClawBack => "claw_back",
            Self::WriteOff => "write_off",
        }
    }

    /// Returns the kind with this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_name() {
        for kind in TxnKind::ALL {
            assert_eq!(TxnKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(TxnKind::from_name("gift"), None);
    }
}
