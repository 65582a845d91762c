//! Reads transactions to be taken back, with their lots and reversals, under the lock of their wallet.

use std::collections::{BTreeMap, HashMap};

use foundation::{Connection, Failure};

use super::resolve::{MissingTarget, ResolvedTarget};
use crate::credits::ledger::account::WalletKey;
use crate::credits::ledger::lot::burn_order;
use crate::credits::ledger::original::{LotShare, OriginalTransaction};
use crate::credits::ledger::state::AccountState;
use crate::credits::ledger::txn_kind::TxnKind;
use crate::credits::store::originals;
use crate::credits::store::originals::OriginalLot;

/// Adds the transactions to the state of the wallet that gets or loses the credits. Both wallets are locked: the one of the
/// booking, and the one to which the customer's name leads now.
pub(crate) async fn load_originals(
    db: &mut Connection<'_>,
    targets: &[Result<ResolvedTarget, MissingTarget>],
    accounts: &mut HashMap<WalletKey, AccountState>,
) -> Result<(), Failure> {
    let mut asked: BTreeMap<i64, (&OriginalTransaction, &WalletKey)> = BTreeMap::new();
    for one in targets.iter().flatten() {
        if let Some(original) = &one.original {
            asked.insert(original.id, (original, &one.wallet));
        }
    }
    if asked.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = asked.keys().copied().collect();
    let mut reversals = originals::reversals(db, &ids).await?;
    let mut lots = lots_of(db, &asked).await?;
    for (id, (original, wallet)) in asked {
        let mut original = original.clone();
        original.reversals = reversals.remove(&id).unwrap_or_default();
        let lots = lots.remove(&id).unwrap_or_default();
        if let Some(state) = accounts.get_mut(wallet) {
            attach(state, original, lots);
        }
    }
    Ok(())
}

async fn lots_of(
    db: &mut Connection<'_>,
    asked: &BTreeMap<i64, (&OriginalTransaction, &WalletKey)>,
) -> Result<HashMap<i64, Vec<OriginalLot>>, Failure> {
    let of_kind = |is_grant: bool| -> Vec<i64> {
        let asked = asked.iter();
        let asked =
            asked.filter(|(_, (original, _))| (original.kind == TxnKind::Grant) == is_grant);
        asked.map(|(id, _)| *id).collect()
    };
    let mut lots: HashMap<i64, Vec<OriginalLot>> = HashMap::new();
    let taken = originals::lots_taken(db, &of_kind(false)).await?;
    let given = originals::lots_given(db, &of_kind(true)).await?;
    for lot in taken.into_iter().chain(given) {
        lots.entry(lot.original).or_default().push(lot);
    }
    Ok(lots)
}

/// Adds a transaction to a state, with those of its lots that are used up: they may get credits again.
fn attach(state: &mut AccountState, mut original: OriginalTransaction, lots: Vec<OriginalLot>) {
    for OriginalLot {
        account_id,
        amount,
        lot,
        ..
    } in lots
    {
        if account_id == state.account.id && state.lots.index_of(lot.id).is_none() {
            state.lots.push(lot.clone());
        }
        original.shares.push(LotShare { lot, amount });
    }
    let order = |left: &LotShare, right: &LotShare| burn_order(&left.lot, &right.lot);
    original.shares.sort_unstable_by(order);
    state.originals.push(original);
}
