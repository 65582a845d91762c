//! Kinds of holds: those that callers of the API open, and those of the system.

/// Kind of a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoldKind {
    /// A caller of the API opened it.
    Hold,
    /// The system reserves credits of a purchase that is refunded or disputed. It has no expiry, and only the system ends it.
    Dispute,
}

impl HoldKind {
    /// Both kinds.
    pub(crate) const ALL: [Self; 2] = [Self::Hold, Self::Dispute];

    /// Returns the kind's name in the table and in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Dispute => "dispute",
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
        for kind in HoldKind::ALL {
            assert_eq!(HoldKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(HoldKind::from_name("lost"), None);
    }
}
