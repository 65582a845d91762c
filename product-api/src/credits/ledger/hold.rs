//! Holds: credits reserved for a while, pinned to the lots from which they will be taken.

use std::time::Duration;

use foundation::Timestamp;

use super::amount::Amount;
use super::capture::{Capture, IfExpired};
use super::feature::BilledFeature;
use super::hold_kind::HoldKind;
use super::lot::RowChange;

/// State of a hold. All states but the first are final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoldState {
    /// Its credits are reserved.
    Open,
    /// Its credits were spent, and the rest was released.
    Captured,
    /// A client voided it.
    Voided,
    /// It expired, and its credits were released.
    Expired,
}

impl HoldState {
    /// All states.
    pub(crate) const ALL: [Self; 4] = [Self::Open, Self::Captured, Self::Voided, Self::Expired];

    /// Returns the state's name in the table and in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Captured => "captured",
            Self::Voided => "voided",
            Self::Expired => "expired",
        }
    }

    /// Returns the state with this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// Action when a hold expires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnExpiry {
    /// Its credits can be spent again.
    Release,
    /// Its credits are spent.
    Capture,
}

impl OnExpiry {
    /// Both actions.
    pub(crate) const ALL: [Self; 2] = [Self::Release, Self::Capture];

    /// Returns the action's name in the table and in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Capture => "capture",
        }
    }

    /// Returns the action with this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

/// Kind of a hold's event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoldEventKind {
    /// The hold was opened.
    Opened,
    /// A part or all of its credits were spent.
    Captured,
    /// The rest after the last capture can be spent again.
    Released,
    /// A client voided it.
    Voided,
    /// It expired.
    Expired,
    /// A client extended it.
    Extended,
}

impl HoldEventKind {
    /// Returns the event's name in the table.
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

/// An event of a hold, as its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HoldEvent {
    /// Key of the hold.
    pub(crate) hold_id: i64,
    /// Number among the hold's events.
    pub(crate) n: i64,
    /// Kind of the event.
    pub(crate) kind: HoldEventKind,
    /// Credits that the event is about.
    pub(crate) amount: i64,
    /// Key of the operation that caused the event.
    pub(crate) op_key: String,
    /// Time of the event.
    pub(crate) at: Timestamp,
}

/// Credits of one lot that a hold reserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pin {
    /// Key of the lot.
    pub(crate) lot_id: i64,
    /// Credits that are still reserved.
    pub(crate) amount: i64,
    /// Difference between the pin and its row.
    pub(crate) mark: RowChange,
}

/// A reservation of credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hold {
    /// The hold's key.
    pub(crate) id: i64,
    /// The hold's public id.
    pub(crate) public_id: String,
    /// Key of the operation that opened it.
    pub(crate) op_key: String,
    /// Kind of the hold.
    pub(crate) kind: HoldKind,
    /// State of the hold.
    pub(crate) state: HoldState,
    /// Credits that were reserved at first.
    pub(crate) amount: i64,
    /// Part of `amount` that was spent.
    pub(crate) captured: i64,
    /// Part of `amount` that was released.
    pub(crate) released: i64,
    /// Time of the expiry, exclusive; none for the hold of a dispute.
    pub(crate) expires_at: Option<Timestamp>,
    /// Action at the expiry.
    pub(crate) on_expiry: OnExpiry,
    /// Feature that the hold is for, and its price.
    pub(crate) billed: Option<BilledFeature>,
    /// Purpose, in words for the customer.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
    /// Time of the opening.
    pub(crate) opened_at: Timestamp,
    /// Time of the end; none for an open hold.
    pub(crate) closed_at: Option<Timestamp>,
    /// Time of the final capture after the expiry; no capture is possible from then on.
    pub(crate) late_at: Option<Timestamp>,
    /// Number of the hold's events.
    pub(crate) events: i64,
    /// Reserved credits of each lot, in burn order.
    pub(crate) pins: Vec<Pin>,
    /// Difference between the hold and its row.
    pub(crate) mark: RowChange,
}

impl Hold {
    /// Returns the credits that are still reserved.
    pub(crate) fn remaining(&self) -> i64 {
        self.amount - self.captured - self.released
    }

    /// Returns true if a capture comes after the expiry and may still spend. After the final capture none may.
    pub(crate) fn is_captured_late(&self, capture: &Capture) -> bool {
        let is_over = self.state == HoldState::Expired && self.late_at.is_none();
        is_over && capture.if_expired == IfExpired::Spend
    }

    /// Returns the credits that a capture can take of the hold.
    pub(crate) fn left_for(&self, capture: &Capture) -> i64 {
        if self.is_captured_late(capture) {
            self.uncaptured()
        } else {
            self.remaining()
        }
    }

    /// Returns the credits that were never captured: still reserved, or released.
    pub(crate) fn uncaptured(&self) -> i64 {
        self.amount - self.captured
    }

    /// Returns the key of the feature that the hold is for.
    pub(crate) fn feature_id(&self) -> Option<i64> {
        self.billed.as_ref().map(|billed| billed.feature_id)
    }

    /// Returns the feature of a capture. It has the quantity only if it captures the whole hold.
    pub(crate) fn billed_for(&self, amount: i64) -> Option<BilledFeature> {
        let billed = self.billed.clone()?;
        let is_full = amount == self.amount && self.captured == 0;
        Some(BilledFeature {
            usage: billed.usage.filter(|_| is_full),
            ..billed
        })
    }

    /// Returns true if the hold's credits are reserved.
    pub(crate) fn is_open(&self) -> bool {
        self.state == HoldState::Open
    }

    /// Returns the time of the expiry; none for a hold that has ended.
    pub(crate) fn due_at(&self) -> Option<Timestamp> {
        self.expires_at.filter(|_| self.is_open())
    }
}

/// A hold to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenHold {
    /// Public id of the hold.
    pub(crate) public_id: String,
    /// Credits to be reserved.
    pub(crate) amount: Amount,
    /// Time to live.
    pub(crate) ttl: Duration,
    /// Action at the expiry.
    pub(crate) on_expiry: OnExpiry,
    /// Key of the feature that the hold is for, if there is one.
    pub(crate) feature: Option<i64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_and_choice_has_its_name() {
        for state in HoldState::ALL {
            assert_eq!(HoldState::from_name(state.name()), Some(state));
        }
        assert_eq!(HoldState::from_name("lost"), None);
        for choice in OnExpiry::ALL {
            assert_eq!(OnExpiry::from_name(choice.name()), Some(choice));
        }
        assert_eq!(OnExpiry::from_name("lost"), None);
    }
}
