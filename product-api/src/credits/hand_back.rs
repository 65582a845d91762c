//! Handing a wallet back when a merge is undone, in the open transaction; what is frozen by then goes back when it is free.

use foundation::{Connection, Failure};

use super::account::Owner;
use super::hand_over::{
    Cargo, HandOver, carry, is_either_frozen, load_both, settle_both, write_down,
};
use super::ledger::AccountState;
use super::save::save;
use super::store::{accounts, lots, returns, transfers, wallets};
use crate::app::App;

/// What an undone merge has yet to give back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    /// The merge.
    pub(crate) merge_id: String,
    /// The book of both wallets.
    pub(crate) book_id: i64,
    /// Whose wallet gets it.
    pub(crate) from: Owner,
    /// Whose wallet has it.
    pub(crate) into: Owner,
}

/// Opens the wallet again and moves back what is left: of each lot that was moved the credits that are neither used,
/// expired nor pinned by a hold, and of the debt what is still owed. Where a verification has frozen either wallet,
/// nothing moves: that is noted, and done when both are free.
pub(crate) async fn hand_back(
    app: &App,
    db: &mut Connection<'_>,
    way: &HandOver<'_>,
) -> Result<(), Failure> {
    let (from, into) = load_both(app, db, way).await?;
    accounts::close(db, from.account.id, false).await?;
    if is_either_frozen(&from, &into) {
        return returns::note(db, way.merge_id, (from.account.id, into.account.id)).await;
    }
    give_back(app, db, way, (from, into)).await
}

/// What undone merges have yet to give back and can: neither wallet is frozen, and the one that gets it is open.
pub(crate) async fn left_to_return(app: &App, limit: i64) -> Result<Vec<Left>, Failure> {
    let mut reader = app.database.reader().await?;
    returns::possible(&mut reader.connection(), limit).await
}

/// Gives it back, unless that cannot be done any more; then it stays noted.
pub(crate) async fn return_left(
    app: &App,
    db: &mut Connection<'_>,
    left: &Left,
) -> Result<(), Failure> {
    let way = HandOver {
        merge_id: &left.merge_id,
        book_id: left.book_id,
        from: &left.from,
        into: &left.into,
    };
    let (from, into) = load_both(app, db, &way).await?;
    if from.account.is_closed || is_either_frozen(&from, &into) {
        return Ok(());
    }
    returns::forget(db, way.merge_id, (from.account.id, into.account.id)).await?;
    give_back(app, db, &way, (from, into)).await
}

/// Forgets what a merge had moved before it was undone, when it is made again. Its next undo gives back what moves from then
/// on, and what a frozen wallet has kept from the last one.
pub(crate) async fn forget_undone(db: &mut Connection<'_>, merge_id: &str) -> Result<(), Failure> {
    transfers::forget_undone(db, merge_id).await?;
    returns::forget_all(db, merge_id).await
}

async fn give_back(
    app: &App,
    db: &mut Connection<'_>,
    way: &HandOver<'_>,
    (mut from, mut into): (AccountState, AccountState),
) -> Result<(), Failure> {
    let (now, keys) = (app.clock.now(), &app.ledger.keys);
    for lot in lots::moved(db, from.account.id, way.merge_id).await? {
        from.add_lot(lot);
    }
    let wallets = (from.account.id, into.account.id);
    let origins = transfers::lots_of(db, way.merge_id, wallets).await?;
    let debt = transfers::debt_of(db, way.merge_id, wallets).await?;
    settle_both((&mut from, &mut into), now, keys);
    // An alert compares with what the one had who goes on, and with what was taken from the other.
    let (has_had, booked) = from.standing();
    let taken: i64 = origins.iter().map(|(_, _, amount)| amount).sum();
    let owed = debt.min(from.account.overdraft_left());
    let of_from = (has_had + taken - owed, booked);
    let of_into = into.standing();
    let parcel = into.returnable(&origins, debt);
    let mut carried = None;
    if parcel.fits(&from.account) {
        let cargo = Cargo {
            parcel,
            is_undo: true,
            now,
        };
        carried = carry(way.merge_id, (&mut into, &mut from), cargo, keys)?;
    }
    lower_limit(db, way.merge_id, &from, &mut into).await?;
    for (state, before) in [(&mut from, of_from), (&mut into, of_into)] {
        state.tell_crossings(before, now.max(state.account.last_booked_at), keys);
        save(app, db, state, now).await?;
    }
    write_down(db, carried.as_slice()).await
}

/// Takes back by how much the merge raised what may be owed, unless the website has set it since; what is owed stays.
async fn lower_limit(
    db: &mut Connection<'_>,
    merge_id: &str,
    from: &AccountState,
    into: &mut AccountState,
) -> Result<(), Failure> {
    let (from_id, account) = (from.account.id, &mut into.account);
    let raised = transfers::raised_by(db, merge_id, (from_id, account.id)).await?;
    if raised == 0 {
        return Ok(());
    }
    account.overdraft_limit = (account.overdraft_limit - raised).max(account.debt.posted);
    wallets::set_limit(db, account.id, account.overdraft_limit).await?;
    transfers::forget_raised(db, account.id, Some(from_id)).await
}
