//! Merges a wallet into another of the same book, in an open transaction.

use foundation::{Connection, Failure};

use super::record_transfer::record_transfer;
use crate::app::App;
use crate::credits::execution::load::load_whole;
use crate::credits::execution::save::save;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::merge_transfer::{settle_both, transfer_all};
use crate::credits::ledger::state::AccountState;
use crate::credits::store::{accounts, spend_limits};

/// Two wallets, and the merge of their owners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalletMerge<'a> {
    /// Id of the merge.
    pub(crate) merge_id: &'a str,
    /// Book of both wallets.
    pub(crate) book_id: i64,
    /// Owner of the wallet that is closed.
    pub(crate) from: &'a Owner,
    /// Owner of the merge target's wallet.
    pub(crate) into: &'a Owner,
}

/// Moves all credits, the debt and the open holds, and closes the wallet. Operations that wait for its lock then look up the
/// customer again. If a verification has frozen either wallet, nothing moves. A repeat moves what has stayed or arrived since.
pub(crate) async fn merge_wallets(
    app: &App,
    db: &mut Connection<'_>,
    merge: &WalletMerge<'_>,
) -> Result<(), Failure> {
    let (mut from, mut into) = load_both(app, db, merge).await?;
    // One time applies to the whole merge, taken after both locks: nothing moves that has expired by then.
    let now = app.clock.now();
    if !from.account.is_closed {
        copy_spend_limit(db, &from, &mut into).await?;
    }
    accounts::close(db, from.account.id, true).await?;
    if is_either_frozen(&from, &into) {
        return Ok(());
    }
    let keys = &app.ledger.keys;
    settle_both(&mut from, &mut into, now, keys);
    let transfer = transfer_all(&mut from, &mut into, merge.merge_id, now, keys)?;
    save(app, db, &mut from, now).await?;
    save(app, db, &mut into, now).await?;
    match transfer {
        Some(transfer) => record_transfer(db, &transfer).await,
        None => Ok(()),
    }
}

/// Copies the spend limit to a merge target that has none, with the credits counted so far: a merge must not lift a limit that
/// the website has set. An undo changes neither limit.
async fn copy_spend_limit(
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

/// Returns true if a verification has frozen either wallet. The credits move after the operator has unfrozen it.
pub(crate) fn is_either_frozen(from: &AccountState, into: &AccountState) -> bool {
    let is_frozen = from.account.is_frozen || into.account.is_frozen;
    if is_frozen {
        tracing::warn!(account = from.account.id, "a frozen account was not moved");
    }
    is_frozen
}

/// Locks and reads both wallets, in an order that does not depend on the direction of the merge.
pub(crate) async fn load_both(
    app: &App,
    db: &mut Connection<'_>,
    merge: &WalletMerge<'_>,
) -> Result<(AccountState, AccountState), Failure> {
    let of = |owner: &Owner| WalletKey {
        book_id: merge.book_id,
        owner: owner.clone(),
    };
    let (from, into) = (of(merge.from), of(merge.into));
    if from < into {
        let from = load_whole(app, db, &from).await?;
        Ok((from, load_whole(app, db, &into).await?))
    } else {
        let into = load_whole(app, db, &into).await?;
        Ok((load_whole(app, db, &from).await?, into))
    }
}
