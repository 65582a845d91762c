//! Holds: credits set aside for a while, pinned to the lots they will come from.

use foundation::Timestamp;

use super::charge::Billed;
use super::holding::{Capture, IfExpired};
use super::lot::Mark;

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

impl OnExpiry {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::Release, Self::Capture];

    /// The choice, as the table and the API say it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Capture => "capture",
        }
    }

    /// The choice of a name.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

/// What happened to a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoldEventKind {
    /// It was opened.
    Opened,
    /// A part, or all, was spent.
    Captured,
    /// What was left after the last capture can be spent again.
    Released,
    /// It was given up.
    Voided,
    /// Its time ran out.
    Expired,
    /// It got more time.
    Extended,
}

impl HoldEventKind {
    /// The event, as the table says it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Opened => "opened",
            Self::Captured => "captured",
            Self::Released => "released",
            Self::Voided => "voided",
            Self::Expired => "expired",
            Self::Extended => "extended",
        }
    }
}

/// One thing that happened to a hold, as its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HoldEvent {
    /// The hold.
    pub(crate) hold_id: i64,
    /// Its number among the hold's events.
    pub(crate) n: i64,
    /// What happened.
    pub(crate) kind: HoldEventKind,
    /// The credits it was about.
    pub(crate) amount: i64,
    /// The operation that did it.
    pub(crate) op_key: String,
    /// When.
    pub(crate) at: Timestamp,
}

/// What a hold has set aside of one lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pin {
    /// The lot.
    pub(crate) lot_id: i64,
    /// How much of it is still set aside.
    pub(crate) amount: i64,
    /// Whether its row is behind.
    pub(crate) mark: Mark,
}

/// Credits set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hold {
    /// Its key.
    pub(crate) id: i64,
    /// Its id outside.
    pub(crate) public_id: String,
    /// The operation that opened it.
    pub(crate) op_key: String,
    /// Where it stands.
    pub(crate) state: HoldState,
    /// How many credits were set aside.
    pub(crate) amount: i64,
    /// Of these, spent.
    pub(crate) captured: i64,
    /// Of these, given back.
    pub(crate) released: i64,
    /// When its time runs out, exclusive; none for the hold of a dispute.
    pub(crate) expires_at: Option<Timestamp>,
    /// What happens then.
    pub(crate) on_expiry: OnExpiry,
    /// The feature it was opened for, and how it was priced.
    pub(crate) billed: Option<Billed>,
    /// What for, in words for the customer.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
    /// When it was opened.
    pub(crate) opened_at: Timestamp,
    /// When it came to its end; none for an open one.
    pub(crate) closed_at: Option<Timestamp>,
    /// When it was captured for the last time after its time had run out; nothing is captured from then on.
    pub(crate) late_at: Option<Timestamp>,
    /// How many events it has.
    pub(crate) events: i64,
    /// What it has set aside of which lots, in burn order.
    pub(crate) pins: Vec<Pin>,
    /// Whether its row is behind.
    pub(crate) mark: Mark,
}

impl Hold {
    /// What is still set aside.
    pub(crate) fn remaining(&self) -> i64 {
        self.amount - self.captured - self.released
    }

    /// Whether a capture comes after its time has run out, and may spend all the same; after its last one none may.
    pub(super) fn is_captured_late(&self, capture: &Capture) -> bool {
        let is_over = self.state == HoldState::Expired && self.late_at.is_none();
        is_over && capture.if_expired == IfExpired::Spend
    }

    /// What a capture can take of it.
    pub(super) fn left_for(&self, capture: &Capture) -> i64 {
        if self.is_captured_late(capture) {
            self.uncaptured()
        } else {
            self.remaining()
        }
    }

    /// What was never spent of it: set aside still, or let go.
    pub(crate) fn uncaptured(&self) -> i64 {
        self.amount - self.captured
    }

    /// The key of the feature it was opened for.
    pub(crate) fn feature_id(&self) -> Option<i64> {
        self.billed.as_ref().map(|billed| billed.feature_id)
    }

    /// What a capture is for: the quantity belongs to the whole hold only.
    pub(crate) fn billed_for(&self, amount: i64) -> Option<Billed> {
        let billed = self.billed.clone()?;
        let is_whole = amount == self.amount && self.captured == 0;
        Some(Billed {
            usage: billed.usage.filter(|_| is_whole),
            ..billed
        })
    }

    /// Whether its credits are set aside.
    pub(crate) fn is_open(&self) -> bool {
        self.state == HoldState::Open
    }

    /// When it falls due by itself.
    pub(crate) fn due_at(&self) -> Option<Timestamp> {
        self.expires_at.filter(|_| self.is_open())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_and_choice_has_its_name() {
        for state in HoldState::ALL {
            assert_eq!(HoldState::of_name(state.name()), Some(state));
        }
        assert_eq!(HoldState::of_name("lost"), None);
        for choice in OnExpiry::ALL {
            assert_eq!(OnExpiry::of_name(choice.name()), Some(choice));
        }
        assert_eq!(OnExpiry::of_name("lost"), None);
    }
}
