//! Merges a wallet into another of the same book, in an open transaction. Credits that holds release move later.

use foundation::{Connection, Failure, Timestamp};

use super::account::{Owner, WalletOf};
use super::keys::Keys;
use super::ledger::AccountState;
use super::load::load_whole;
use super::posting::{About, Slip};
use super::save::save;
use super::store::transfers::{self, WalletTransfer};
use super::store::{accounts, spend_limits};
use super::transfer::{Parcel, Piece};
use crate::app::App;

/// Two wallets, and the merge of their owners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandOver<'a> {
    /// Id of the merge.
    pub(crate) merge_id: &'a str,
    /// Book of both wallets.
    pub(crate) book_id: i64,
    /// Owner of the wallet that is closed.
    pub(crate) from: &'a Owner,
    /// Owner of the merge target's wallet.
    pub(crate) into: &'a Owner,
}

/// Moves all that no hold has pinned, and closes the wallet. Operations that wait for its lock then look up the customer again.
/// A repeat moves what has arrived since.
pub(crate) async fn hand_over(
    app: &App,
    db: &mut Connection<'_>,
    way: &HandOver<'_>,
) -> Result<(), Failure> {
    let (mut from, mut into) = load_both(app, db, way).await?;
    // One time applies to the whole merge, taken after both locks: nothing moves that has expired by then.
    let now = app.clock.now();
    if !from.account.is_closed {
        leave_limit(db, &from, &mut into).await?;
    }
    accounts::close(db, from.account.id, true).await?;
    if is_either_frozen(&from, &into) {
        return Ok(());
    }
    let keys = &app.ledger.keys;
    settle_both((&mut from, &mut into), now, keys);
    let carried = move_on((&mut from, &mut into), way.merge_id, now, keys)?;
    save(app, db, &mut from, now).await?;
    save(app, db, &mut into, now).await?;
    write_down(db, carried.as_slice()).await
}

/// Moves all that no hold has pinned out of a merged wallet, unless the merge target cannot take it. Both wallets must be
/// settled.
pub(super) fn move_on(
    (from, into): (&mut AccountState, &mut AccountState),
    merge_id: &str,
    now: Timestamp,
    keys: &Keys,
) -> Result<Option<Carried>, Failure> {
    let parcel = from.movable();
    if !parcel.fits(&into.account) {
        warn_of_size(from.account.id);
        return Ok(None);
    }
    let cargo = Cargo {
        parcel,
        is_undo: false,
        now,
    };
    let before = into.standing();
    let carried = carry(merge_id, (from, into), cargo, keys)?;
    // A debt that arrives reduces what can be spent.
    into.tell_crossings(before, now.max(into.account.last_booked_at), keys);
    Ok(carried)
}

/// Copies the spend limit to a merge target that has none, with the credits counted so far: a merge must not lift a limit that
/// the website has set. An undo changes neither limit.
async fn leave_limit(
    db: &mut Connection<'_>,
    from: &AccountState,
    into: &mut AccountState,
) -> Result<(), Failure> {
    let limit = from.account.spend_limit;
    if limit.is_none() || into.account.spend_limit.is_some() {
        return Ok(());
    }
    into.read.spend_limit = limit;
    into.account.spend_limit = limit;
    spend_limits::set(db, into.account.id, limit).await
}

fn warn_of_size(account: i64) {
    tracing::warn!(account, "a balance is too large for the other");
}

/// Returns true if a verification has frozen either wallet. The credits move after the operator has unfrozen it.
pub(super) fn is_either_frozen(from: &AccountState, into: &AccountState) -> bool {
    let is_frozen = from.account.is_frozen || into.account.is_frozen;
    if is_frozen {
        tracing::warn!(account = from.account.id, "a frozen account was not moved");
    }
    is_frozen
}

/// Locks and reads both wallets, in an order that does not depend on the direction of the merge.
pub(super) async fn load_both(
    app: &App,
    db: &mut Connection<'_>,
    way: &HandOver<'_>,
) -> Result<(AccountState, AccountState), Failure> {
    let of = |owner: &Owner| WalletOf {
        book_id: way.book_id,
        owner: owner.clone(),
    };
    let (from, into) = (of(way.from), of(way.into));
    if from < into {
        let from = load_whole(app, db, &from).await?;
        Ok((from, load_whole(app, db, &into).await?))
    } else {
        let into = load_whole(app, db, &into).await?;
        Ok((load_whole(app, db, &from).await?, into))
    }
}

/// Settles the expiries of both wallets up to a time.
pub(super) fn settle_both(
    (from, into): (&mut AccountState, &mut AccountState),
    now: Timestamp,
    keys: &Keys,
) {
    for state in [from, into] {
        state.settle(now.max(state.account.last_booked_at), keys);
    }
}

/// A transfer to be booked.
pub(super) struct Cargo {
    /// Lots and debt that move.
    pub(super) parcel: Parcel,
    /// True if the transfer undoes a merge.
    pub(super) is_undo: bool,
    /// Time up to which both wallets are settled.
    pub(super) now: Timestamp,
}

/// A booked transfer, to be recorded.
pub(super) struct Carried {
    transfer: WalletTransfer,
    /// Each lot, with the lot that it became or went back into.
    pieces: Vec<Piece>,
    /// New overdraft limit of the receiving wallet, if the debt has raised it.
    limit: Option<i64>,
}

/// Books a transfer out of one wallet and into the other, because of a merge; nothing if it is empty.
pub(super) fn carry(
    merge_id: &str,
    (giver, taker): (&mut AccountState, &mut AccountState),
    cargo: Cargo,
    keys: &Keys,
) -> Result<Option<Carried>, Failure> {
    let Cargo {
        mut parcel,
        is_undo,
        now,
    } = cargo;
    if parcel.is_empty() {
        return Ok(None);
    }
    let owed = taker.account.debt.posted + parcel.debt;
    let raised = (owed - taker.account.overdraft_limit).max(0);
    taker.account.overdraft_limit += raised;
    let name = format!(
        "merge:{merge_id}:{}:{}",
        giver.account.id,
        giver.account.txn_count + 1
    );
    let at = now.max(giver.account.last_booked_at);
    let out = giver.give(&parcel, slip(&name, "out", is_undo), at, keys);
    let at = now.max(taker.account.last_booked_at);
    let arrived = taker.take_in(&mut parcel, slip(&name, "in", is_undo), at, keys);
    let id_of = |state: &AccountState, place: usize| state.writes.txns.get(place).map(|txn| txn.id);
    let (Some(out_txn_id), Some(in_txn_id)) = (id_of(giver, out.txn), id_of(taker, arrived.txn))
    else {
        return Err(Failure::defect("a transfer was booked and is not there"));
    };
    Ok(Some(Carried {
        transfer: WalletTransfer {
            out_txn_id,
            in_txn_id,
            merge_id: merge_id.to_owned(),
            from_id: giver.account.id,
            into_id: taker.account.id,
            debt: parcel.debt,
            is_undo,
            raised: if is_undo { 0 } else { raised },
        },
        pieces: parcel.pieces,
        limit: (raised > 0).then_some(owed),
    }))
}

/// Records transfers, and the lot that each lot became. The wallets must be saved and still be locked. Each stage of an expiry
/// alert is sent once for a lot, also after the lot has moved.
pub(super) async fn write_down(
    db: &mut Connection<'_>,
    carried: &[Carried],
) -> Result<(), Failure> {
    for one in carried {
        if let Some(limit) = one.limit {
            accounts::raise_limit(db, one.transfer.into_id, limit).await?;
        }
    }
    let transfers: Vec<&WalletTransfer> = carried.iter().map(|one| &one.transfer).collect();
    let pieces = carried.iter().flat_map(|one| {
        let out_txn_id = one.transfer.out_txn_id;
        one.pieces.iter().map(move |piece| (out_txn_id, piece))
    });
    let pieces: Vec<(i64, &Piece)> = pieces.collect();
    let ids: Vec<i64> = transfers.iter().map(|one| one.out_txn_id).collect();
    transfers::insert(db, &transfers).await?;
    transfers::insert_lots(db, &pieces).await?;
    transfers::keep_told(db, &ids).await
}

fn slip(name: &str, way: &str, is_undo: bool) -> Slip {
    let description = if is_undo {
        "Two accounts are separate again"
    } else {
        "Two accounts became one"
    };
    Slip {
        op_key: format!("{name}:{way}"),
        actor: "system".to_owned(),
        description: Some(description.to_owned()),
        metadata: "{}".to_owned(),
        about: About::default(),
    }
}
