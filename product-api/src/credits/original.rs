//! Transactions that are taken back, wholly or in part: what they did, and what of it was taken back before.

use super::account::WalletOf;
use super::lot::Lot;
use super::posting::TxnKind;

/// The most reversals of one transaction: whoever reverses it reads them all, under the wallet's lock.
pub(crate) const MOST_REVERSALS: usize = 100;

/// A transaction that was booked before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Original {
    /// Its key.
    pub(crate) id: i64,
    /// Its id outside.
    pub(crate) public_id: String,
    /// The wallet that it is about.
    pub(crate) wallet: WalletOf,
    /// What it is.
    pub(crate) kind: TxnKind,
    /// How many credits it moved, in lots and debt together.
    pub(crate) amount: i64,
    /// Of these, posted on the debt.
    pub(crate) owed: i64,
    /// The lots that it is about, in burn order.
    pub(crate) shares: Vec<Share>,
    /// What was taken back of it before it was read.
    pub(crate) reversals: Vec<Reversal>,
}

/// A lot that a transaction is about: one that it has taken from, or one that its grant has become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// The lot, as it was read.
    pub(crate) lot: Lot,
    /// What the transaction took from it; nothing of a lot that came with it.
    pub(crate) amount: i64,
}

/// A transaction that took back a part of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reversal {
    /// Its id outside.
    pub(crate) public_id: String,
    /// How many credits.
    pub(crate) amount: i64,
}
