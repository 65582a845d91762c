//! Undoes the merge of a wallet, in the open transaction. Frozen wallets follow after they are unfrozen.

use foundation::{Connection, Failure};

use super::merge_wallets::{WalletMerge, is_either_frozen, load_both};
use super::record_transfer::record_transfer;
use crate::app::App;
use crate::credits::execution::save::save;
use crate::credits::ledger::merge_transfer::{
    MergedWallets, PlannedTransfer, book_transfer, settle_both,
};
use crate::credits::ledger::state::{AccountState, AlertBaseline};
use crate::credits::store::returns::PendingReturn;
use crate::credits::store::{accounts, holds, lots, returns, transfers, wallets};

/// Reopens the wallet and moves back what is left: the holds that the merge has moved, with their pinned credits; of each moved
/// lot the credits that are neither used, expired nor pinned by another hold; and of the debt what is still owed. If a
/// verification has frozen either wallet, nothing moves; the return is noted and done after both are unfrozen.
pub(crate) async fn undo_merge(
    app: &App,
    db: &mut Connection<'_>,
    merge: &WalletMerge<'_>,
) -> Result<(), Failure> {
    let (from, into) = load_both(app, db, merge).await?;
    accounts::close(db, from.account.id, false).await?;
    if is_either_frozen(&from, &into) {
        return returns::note(db, merge.merge_id, wallet_ids(&from, &into)).await;
    }
    give_back(app, db, merge, from, into).await
}

/// Lists the returns that are possible now: neither wallet is frozen, and the receiving one is open.
pub(crate) async fn list_pending_returns(
    app: &App,
    limit: i64,
) -> Result<Vec<PendingReturn>, Failure> {
    let mut reader = app.database.reader().await?;
    returns::possible(&mut reader.connection(), limit).await
}

/// Executes a noted return. If it is not possible any more, it stays noted.
pub(crate) async fn make_pending_return(
    app: &App,
    db: &mut Connection<'_>,
    left: &PendingReturn,
) -> Result<(), Failure> {
    let merge = WalletMerge {
        merge_id: &left.merge_id,
        book_id: left.book_id,
        from: &left.from,
        into: &left.into,
    };
    let (from, into) = load_both(app, db, &merge).await?;
    if from.account.is_closed || is_either_frozen(&from, &into) {
        return Ok(());
    }
    returns::forget(db, merge.merge_id, wallet_ids(&from, &into)).await?;
    give_back(app, db, &merge, from, into).await
}

/// Forgets what a merge moved before its undo, when the merge is made again. Its next undo gives back what moves from then on,
/// and what a frozen wallet has kept from the last undo.
pub(crate) async fn forget_undone_merge(
    db: &mut Connection<'_>,
    merge_id: &str,
) -> Result<(), Failure> {
    transfers::forget_undone(db, merge_id).await?;
    returns::forget_all(db, merge_id).await
}

async fn give_back(
    app: &App,
    db: &mut Connection<'_>,
    merge: &WalletMerge<'_>,
    mut from: AccountState,
    mut into: AccountState,
) -> Result<(), Failure> {
    let (now, keys) = (app.clock.now(), &app.ledger.keys);
    for lot in lots::moved(db, from.account.id, merge.merge_id).await? {
        from.add_lot(lot);
    }
    let wallets = wallet_ids(&from, &into);
    let received = transfers::received_lots(db, merge.merge_id, wallets).await?;
    let moved_holds = transfers::moved_holds(db, merge.merge_id, wallets).await?;
    let debt = transfers::debt_of(db, merge.merge_id, wallets).await?;
    settle_both(&mut from, &mut into, now, keys);
    let contents = into.returnable(&received, debt, &moved_holds.iter().copied().collect());
    // Alerts compare with the balances before the undo; the reopened wallet counts with the credits that come back.
    let before = from.alert_baseline();
    let taken: i64 = received.iter().map(|lot| lot.amount).sum();
    let owed = debt.min(from.account.overdraft_left());
    let returned = taken - contents.pinned() - owed;
    let of_from = AlertBaseline {
        available: before.available + returned,
        credits: before.credits + returned,
        ..before
    };
    let of_into = into.alert_baseline();
    let mut transfer = None;
    let is_returned = contents.fits(&from.account);
    if is_returned {
        let planned = PlannedTransfer {
            contents,
            is_undo: true,
            now,
        };
        transfer = book_transfer(merge.merge_id, &mut into, &mut from, planned, keys)?;
    }
    lower_limit(db, merge.merge_id, &from, &mut into).await?;
    for (state, before) in [(&mut from, of_from), (&mut into, of_into)] {
        state.emit_alerts(before, now.max(state.account.last_booked_at), keys);
        save(app, db, state, now).await?;
    }
    if let Some(transfer) = transfer {
        record_transfer(db, &transfer).await?;
    }
    if is_returned {
        // Holds that have ended go back, too: a late capture takes from the customer for whom they were opened.
        holds::move_to(db, wallets.from_id, &moved_holds).await?;
    }
    Ok(())
}

/// Lowers the overdraft limit by the merge's increase, unless the website has set it since. The limit stays at least the debt that it allowed.
async fn lower_limit(
    db: &mut Connection<'_>,
    merge_id: &str,
    from: &AccountState,
    into: &mut AccountState,
) -> Result<(), Failure> {
    let (from_id, account) = (from.account.id, &mut into.account);
    let raised = transfers::raised_by(
        db,
        merge_id,
        MergedWallets {
            from_id,
            into_id: account.id,
        },
    )
    .await?;
    if raised == 0 {
        return Ok(());
    }
    // A claw-back's debt may exceed the limit, which is not raised for it.
    let owed = account.debt.posted.min(account.overdraft_limit);
    account.overdraft_limit = (account.overdraft_limit - raised).max(owed);
    wallets::set_limit(db, account.id, account.overdraft_limit).await?;
    transfers::forget_raised(db, account.id, Some(from_id)).await
}

const fn wallet_ids(from: &AccountState, into: &AccountState) -> MergedWallets {
    MergedWallets {
        from_id: from.account.id,
        into_id: into.account.id,
    }
}
