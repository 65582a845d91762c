//! Reads more of a large, locked wallet: the next lots of a scope, or due rows.

use foundation::{Connection, Failure, Timestamp};

use crate::credits::ledger::hold::Hold;
use crate::credits::ledger::loaded_part::{DueRows, LotScope, NeededRows};
use crate::credits::ledger::lot::Lot;
use crate::credits::ledger::state::AccountState;
use crate::credits::store::{due, holds, pages};

/// Limit of the due lots, and of the due holds, that one transaction settles.
pub(crate) const MAX_DUE: i64 = 256;

/// Reads the rows that an operation needs of a locked wallet, at most `most_due` due lots and as many holds. Returns the number
/// of the lots.
pub(crate) async fn read_more(
    db: &mut Connection<'_>,
    state: &mut AccountState,
    need: NeededRows,
    most_due: i64,
) -> Result<i64, Failure> {
    match need {
        NeededRows::Lots(scope) => read_page(db, state, scope).await,
        NeededRows::Due(at) => read_due(db, state, at, most_due).await,
    }
}

/// Reads all due rows of a locked wallet.
pub(crate) async fn read_all_due(
    db: &mut Connection<'_>,
    state: &mut AccountState,
    at: Timestamp,
) -> Result<(), Failure> {
    if state.unread_due(at).is_some() {
        read_due(db, state, at, i64::MAX).await?;
    }
    Ok(())
}

async fn read_page(
    db: &mut Connection<'_>,
    state: &mut AccountState,
    scope: LotScope,
) -> Result<i64, Failure> {
    let page = state.next_page(scope);
    let lots = pages::next(db, state.account.id, scope, page).await?;
    let count = count(&lots);
    state.add_page(scope, lots, page.length);
    Ok(count)
}

async fn read_due(
    db: &mut Connection<'_>,
    state: &mut AccountState,
    at: Timestamp,
    most: i64,
) -> Result<i64, Failure> {
    let id = state.account.id;
    let lots = due::lots(db, id, at, most).await?;
    let ids = due::holds(db, id, at, most).await?;
    let holds = holds::by_key(db, &ids).await?;
    let pinned = pages::by_key(db, &pinned_by(holds.iter())).await?;
    let due = DueRows {
        lots,
        holds,
        pinned: pinned.into_iter().map(|(_, lot)| lot).collect(),
        next: due::next(db, id, at).await?,
    };
    let count = count(&due.lots) + count(&due.pinned);
    state.add_due(due, most);
    Ok(count)
}

fn count(lots: &[Lot]) -> i64 {
    i64::try_from(lots.len()).unwrap_or(i64::MAX)
}

/// Returns the keys of the lots that holds have pinned.
pub(crate) fn pinned_by<'h>(holds: impl Iterator<Item = &'h Hold>) -> Vec<i64> {
    let pins = holds.flat_map(|hold| &hold.pins);
    pins.map(|pin| pin.lot_id).collect()
}
