//! Operations on an account, their outcomes, and the reasons to refuse them.

use std::time::Duration;

use foundation::Timestamp;

use super::amount::Amount;
use super::capture::Capture;
use super::hold::{HoldState, OpenHold};
use super::loaded_part::MissingRows;
use super::lot::LotKind;
use super::original::Reversal;
use super::spend_limit::LimitReached;
use super::txn_kind::TxnKind;

/// An operation on an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LedgerOperation {
    /// Add credits.
    Grant(Grant),
    /// Spend credits.
    Spend(Spend),
    /// Reserve credits.
    OpenHold(OpenHold),
    /// Spend reserved credits.
    Capture(Capture),
    /// Void a hold, by its public id.
    Void(String),
    /// Extend a hold, by its public id; the time to live counts from now.
    Extend(String, Duration),
    /// Give back spent credits.
    Reverse(ReversalRequest),
    /// Take back what is left of a grant, by the public id of its transaction.
    VoidGrant(String),
    /// Settle expiries only: the request costs nothing.
    Nothing,
}

/// Credits to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    /// Number of credits.
    pub(crate) amount: Amount,
    /// Kind of the lot.
    pub(crate) kind: LotKind,
    /// Time from which they can no longer be used.
    pub(crate) expires_at: Option<Timestamp>,
    /// Priority of use, 0 to 100; lower is used first.
    pub(crate) priority: i16,
    /// Key of the one feature that they can be used for; none for any use.
    pub(crate) scope: Option<i64>,
    /// Source, unique within the account: its kind …
    pub(crate) source_kind: &'static str,
    /// … and its name.
    pub(crate) source_ref: String,
}

/// Credits to be spent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spend {
    /// Number of credits.
    pub(crate) amount: Amount,
    /// Key of the feature, if there is one.
    pub(crate) feature: Option<i64>,
}

/// Reasons to refuse an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LedgerRefusal {
    /// Too few credits are available.
    Insufficient {
        /// Credits that the operation needs.
        required: i64,
        /// Credits that are available.
        available: i64,
    },
    /// The owner's spend limit for the day or the month does not allow it.
    LimitReached(LimitReached),
    /// The balance would leave the range of exact integers.
    OutOfRange,
    /// The credits would have expired on arrival.
    ExpiresInThePast,
    /// The wallet has the maximum number of open lots.
    TooManyLots,
    /// The wallet has the maximum number of open holds.
    TooManyHolds,
    /// The hold would be open for too long.
    HoldTooLong,
    /// The wallet has no such hold.
    NoSuchHold,
    /// The hold reserves credits of a refunded or disputed purchase, and only the system ends it.
    SystemHold,
    /// The hold has ended.
    HoldNotOpen {
        /// State of the hold.
        state: HoldState,
        /// Time of the end.
        closed_at: Timestamp,
    },
    /// The hold has expired.
    HoldExpired {
        /// Time of the expiry.
        closed_at: Timestamp,
    },
    /// The capture exceeds what the hold has left.
    CaptureExceedsHold {
        /// Credits that the hold has left.
        remaining: i64,
    },
    /// The hold was opened for another feature.
    OtherFeature {
        /// Code of the hold's feature.
        code: String,
    },
    /// There is no such transaction.
    NoSuchTransaction,
    /// There is no such grant.
    NoSuchGrant,
    /// Transactions of this kind cannot be reversed.
    NotReversible {
        /// Kind of the transaction.
        kind: TxnKind,
    },
    /// All of the transaction was given back before.
    AlreadyReversed {
        /// The reversals that gave it back.
        reversals: Vec<Reversal>,
    },
    /// The reversal exceeds what is left of the transaction.
    ReversalExceedsOriginal {
        /// Credits that were not given back yet.
        remaining: i64,
    },
    /// The transaction has the maximum number of reversals.
    TooManyReversals {
        /// Credits that were not given back yet.
        remaining: i64,
    },
    /// Nothing is left of the grant, except credits that holds reserve.
    NothingLeft,
    /// Rows of a large wallet must be read first. The commit batch reads them and applies the operation again.
    NotRead(MissingRows),
}

impl From<LimitReached> for LedgerRefusal {
    fn from(reached: LimitReached) -> Self {
        Self::LimitReached(reached)
    }
}

/// Outcome of an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OperationEffect {
    /// Its transaction, as an index into [`Writes::txns`]; none if nothing was booked.
    pub(crate) txn: Option<usize>,
    /// Its hold, as an index into [`AccountState::holds`].
    pub(crate) hold: Option<usize>,
}

impl OperationEffect {
    /// Returns the outcome for a hold that changed without a booking.
    pub(crate) const fn hold(index: usize) -> Self {
        Self {
            txn: None,
            hold: Some(index),
        }
    }
}

impl From<BookedTransaction> for OperationEffect {
    fn from(booked: BookedTransaction) -> Self {
        Self {
            txn: Some(booked.txn),
            hold: None,
        }
    }
}

/// Credits to be given back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReversalRequest {
    /// Public id of the transaction that took them.
    pub(crate) original: String,
    /// Number of credits; all that are left of it if absent.
    pub(crate) amount: Option<Amount>,
}

/// A booked transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BookedTransaction {
    /// An index into [`Writes::txns`].
    pub(crate) txn: usize,
}
