//! What is asked of an account, what it comes to, and why it is refused.

use std::time::Duration;

use foundation::Timestamp;

use super::amount::Amount;
use super::hold::HoldState;
use super::holding::{Capture, OpenHold};
use super::ledger::Booked;
use super::lot::LotKind;
use super::original::Reversal;
use super::posting::TxnKind;
use super::reach::NotRead;
use super::reversal::Reverse;
use super::spend_limit::LimitReached;

/// What is asked of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// Add credits.
    Grant(Grant),
    /// Use credits.
    Spend(Spend),
    /// Set credits aside.
    OpenHold(OpenHold),
    /// Use credits that were set aside.
    Capture(Capture),
    /// Give a hold up, by its id outside.
    Void(String),
    /// Give a hold more time, by its id outside, counted from now.
    Extend(String, Duration),
    /// Give back what was used.
    Reverse(Reverse),
    /// Take back what is left of a grant, by its transaction's id outside.
    VoidGrant(String),
    /// Nothing but settling what is due: what was asked for costs nothing.
    Nothing,
}

/// Credits to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    /// How many.
    pub(crate) amount: Amount,
    /// What they come from.
    pub(crate) kind: LotKind,
    /// When they can no longer be used.
    pub(crate) expires_at: Option<Timestamp>,
    /// When they are used, against others; 0 to 100.
    pub(crate) priority: i16,
    /// The one feature they can be used for; none for any use.
    pub(crate) scope: Option<i64>,
    /// The cause, unique within the account: the kind of the source …
    pub(crate) source_kind: &'static str,
    /// … and its name.
    pub(crate) source_ref: String,
}

/// Credits to be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spend {
    /// How many.
    pub(crate) amount: Amount,
    /// For which feature, if for one.
    pub(crate) feature: Option<i64>,
}

/// Why an operation was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// There is less than was asked for.
    Insufficient {
        /// What was asked for.
        required: i64,
        /// What there is.
        available: i64,
    },
    /// The owner may not spend so much in the day or the month.
    LimitReached(LimitReached),
    /// The balance would leave the range of exact integers.
    OutOfRange,
    /// The credits would have expired before they came.
    ExpiresInThePast,
    /// The wallet has as many open lots as it may have.
    TooManyLots,
    /// The wallet has as many open holds as it may have.
    TooManyHolds,
    /// The hold would be open for longer than it may be.
    HoldTooLong,
    /// There is no such hold on the wallet.
    NoSuchHold,
    /// The hold has come to its end.
    HoldNotOpen {
        /// Which.
        state: HoldState,
        /// When.
        closed_at: Timestamp,
    },
    /// The hold has run out of time.
    HoldExpired {
        /// When.
        closed_at: Timestamp,
    },
    /// More was to be captured than the hold has left.
    CaptureExceedsHold {
        /// What it has left.
        remaining: i64,
    },
    /// The hold was opened for another feature.
    OtherFeature {
        /// Which, by its code.
        code: String,
    },
    /// There is no such transaction.
    NoSuchTransaction,
    /// There is no such grant.
    NoSuchGrant,
    /// Transactions of this kind are not reversed.
    NotReversible {
        /// Which.
        kind: TxnKind,
    },
    /// All of the transaction was given back before.
    AlreadyReversed {
        /// By which.
        reversals: Vec<Reversal>,
    },
    /// More was to be given back than was not before.
    ReversalExceedsOriginal {
        /// What was not.
        remaining: i64,
    },
    /// The transaction was reversed as often as it may be.
    TooManyReversals {
        /// What was not given back.
        remaining: i64,
    },
    /// Nothing is left of the grant that no hold has set aside.
    NothingLeft,
    /// Rows of a large wallet are needed first; the wave reads them and applies the operation again.
    NotRead(NotRead),
}

impl From<LimitReached> for Refusal {
    fn from(reached: LimitReached) -> Self {
        Self::LimitReached(reached)
    }
}

/// What an operation came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Applied {
    /// Its transaction, as an index into [`Writes::txns`]; none when nothing was booked.
    pub(crate) txn: Option<usize>,
    /// Its hold, as an index into [`AccountState::holds`].
    pub(crate) hold: Option<usize>,
}

impl Applied {
    /// A hold that changed without a booking.
    pub(super) const fn hold(place: usize) -> Self {
        Self {
            txn: None,
            hold: Some(place),
        }
    }
}

impl From<Booked> for Applied {
    fn from(booked: Booked) -> Self {
        Self {
            txn: Some(booked.txn),
            hold: None,
        }
    }
}
