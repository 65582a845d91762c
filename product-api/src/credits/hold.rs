//! Holds: credits set aside for a while. The states and their names; the operations are not served yet.

use foundation::Timestamp;

/// Where a hold stands; all states but the first are final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoldState {
    /// Its credits are set aside.
    Open,
    /// Its credits were spent, the rest released.
    Captured,
    /// It was given up.
    Voided,
    /// Its time ran out.
    Expired,
}

impl HoldState {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::Open, Self::Captured, Self::Voided, Self::Expired];

    /// The state, as the table and the API say it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Captured => "captured",
            Self::Voided => "voided",
            Self::Expired => "expired",
        }
    }

    /// The state of a name.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// What happens to a hold whose time runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnExpiry {
    /// Its credits can be spent again.
    Release,
    /// Its credits are spent.
    Capture,
}

/// Credits set aside, pinned to their lots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hold {
    /// Its key.
    pub(crate) id: i64,
    /// Where it stands.
    pub(crate) state: HoldState,
    /// How many credits were set aside.
    pub(crate) amount: i64,
    /// Of these, spent.
    pub(crate) captured: i64,
    /// Of these, given back.
    pub(crate) released: i64,
    /// When its time runs out; none for the hold of a dispute.
    pub(crate) expires_at: Option<Timestamp>,
    /// What happens then.
    pub(crate) on_expiry: OnExpiry,
    /// The lots it pinned, with how much of each, in burn order.
    pub(crate) pins: Vec<(i64, i64)>,
}

impl Hold {
    /// What is still set aside.
    pub(crate) fn remaining(&self) -> i64 {
        self.amount - self.captured - self.released
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_has_its_name() {
        for state in HoldState::ALL {
            assert_eq!(HoldState::of_name(state.name()), Some(state));
        }
        assert_eq!(HoldState::of_name("lost"), None);
    }

    #[test]
    fn what_remains_is_what_was_neither_spent_nor_given_back() {
        let hold = Hold {
            id: 1,
            state: HoldState::Open,
            amount: 10,
            captured: 3,
            released: 2,
            expires_at: None,
            on_expiry: OnExpiry::Release,
            pins: vec![(7, 10)],
        };
        assert_eq!(hold.remaining(), 5);
    }
}
