//! What a transaction took from lots, as its answer tells it: read from what is to be written, without a statement.

use foundation::Timestamp;

use super::ledger::AccountState;
use super::lot::LotKind;
use super::posting::{LotMove, Txn};

/// What a transaction took from one lot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    /// What the lot came from.
    pub(crate) kind: LotKind,
    /// The credits that were taken.
    pub(crate) amount: i64,
    /// The credits that are left in it, held ones included.
    pub(crate) remaining: i64,
    /// Whether they could be used for the transaction's feature alone.
    pub(crate) is_scoped: bool,
    /// From when they can no longer be used; none for never.
    pub(crate) expires_at: Option<Timestamp>,
}

/// What a transaction took, in the order of use. It is one of the latest of its account, so that it is found from behind.
pub(super) fn by(txn: &Txn, state: &AccountState) -> Vec<Taken> {
    let mut taken: Vec<Taken> = state
        .writes
        .moves
        .iter()
        .rev()
        .skip_while(|one| one.txn_id != txn.id)
        .take_while(|one| one.txn_id == txn.id)
        .filter_map(|one| of_move(one, state))
        .collect();
    taken.reverse();
    taken
}

fn of_move(one: &LotMove, state: &AccountState) -> Option<Taken> {
    let lot = state.lots.get(state.lots.place_of(one.lot_id)?)?;
    Some(Taken {
        kind: lot.kind,
        amount: one.amount,
        remaining: lot.remaining,
        is_scoped: lot.scope.is_some(),
        expires_at: lot.expires_at,
    })
}
