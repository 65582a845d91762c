//! Transactions to be taken back, in whole or in part, with their earlier reversals.

use super::account::WalletKey;
use super::lot::Lot;
use super::txn_kind::TxnKind;

/// Limit of the reversals of one transaction: each reversal reads all of them under the wallet's lock.
pub(crate) const MAX_REVERSALS: usize = 100;

/// A transaction to be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OriginalTransaction {
    /// The transaction's key.
    pub(crate) id: i64,
    /// The transaction's public id.
    pub(crate) public_id: String,
    /// Wallet of the transaction.
    pub(crate) wallet: WalletKey,
    /// Kind of the transaction.
    pub(crate) kind: TxnKind,
    /// Credits that it moved, in lots and debt together.
    pub(crate) amount: i64,
    /// Part of `amount` that was posted on the debt.
    pub(crate) owed: i64,
    /// Its lots, in burn order.
    pub(crate) shares: Vec<LotShare>,
    /// Reversals that were booked before it was read.
    pub(crate) reversals: Vec<Reversal>,
}

/// A lot that a transaction took credits from, or that has the credits of its grant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LotShare {
    /// The lot, as it was read.
    pub(crate) lot: Lot,
    /// Credits that the transaction took from it; zero for a lot of its grant.
    pub(crate) amount: i64,
}

/// A transaction that took back a part of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reversal {
    /// The reversal's public id.
    pub(crate) public_id: String,
    /// Number of credits.
    pub(crate) amount: i64,
}
