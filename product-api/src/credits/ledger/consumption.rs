//! Credits that a transaction took from lots, for its response: read from the rows to be written, without a statement.

use foundation::Timestamp;

use super::lot::LotKind;
use super::posting::{LotMove, Txn};
use super::state::AccountState;

/// Credits that a transaction took from one lot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LotConsumption {
    /// Kind of the lot.
    pub(crate) kind: LotKind,
    /// Credits that were taken.
    pub(crate) amount: i64,
    /// Credits that are left in the lot, held ones included.
    pub(crate) remaining: i64,
    /// True if the lot is for the transaction's feature only.
    pub(crate) is_scoped: bool,
    /// Time from which the credits can no longer be used; none if they never expire.
    pub(crate) expires_at: Option<Timestamp>,
}

/// Returns the credits in burn order. It searches from the end, because the transaction is one of the account's latest.
pub(crate) fn by(txn: &Txn, state: &AccountState) -> Vec<LotConsumption> {
    let mut taken: Vec<LotConsumption> = state
        .writes
        .moves
        .iter()
        .rev()
        .skip_while(|one| one.txn_id != txn.id)
        .take_while(|one| one.txn_id == txn.id)
        .filter_map(|one| consumption_of(one, state))
        .collect();
    taken.reverse();
    taken
}

fn consumption_of(one: &LotMove, state: &AccountState) -> Option<LotConsumption> {
    let lot = state.lots.get(state.lots.index_of(one.lot_id)?)?;
    Some(LotConsumption {
        kind: lot.kind,
        amount: one.amount,
        remaining: lot.remaining,
        is_scoped: lot.scope.is_some(),
        expires_at: lot.expires_at,
    })
}
