//! Reads the credits that an automatic top-up compares with its threshold.

use foundation::{Connection, Failure};

use crate::credits::ledger::account::{Account, Owner, WalletKey};
use crate::credits::store::wallets;
use crate::customers::{find_merge_target, find_user_merge_target};

/// A wallet, as an automatic top-up sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TopUpLevel {
    /// Credits without holds and debt.
    pub(crate) credits: i64,
    /// True if a verification found contradictory rows.
    pub(crate) is_frozen: bool,
    /// True if the owner was merged into another one, whose wallet all operations use.
    pub(crate) is_closed: bool,
}

/// Reads the level of a wallet without a lock; an owner without a wallet has no credits.
pub(crate) async fn read_topup_level(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<TopUpLevel, Failure> {
    let accounts = wallets::read(db, std::slice::from_ref(wallet)).await?;
    // A merge closes the wallets that exist, and the owner may have had none.
    let target = match &wallet.owner {
        Owner::Customer(id) => find_merge_target(db, id).await?,
        Owner::User(id) => find_user_merge_target(db, id).await?,
    };
    let is_merged = target != wallet.owner.id();
    let account = accounts.first();
    Ok(TopUpLevel {
        credits: account.map_or(0, Account::credits),
        is_frozen: account.is_some_and(|account| account.is_frozen),
        is_closed: is_merged || account.is_some_and(|account| account.is_closed),
    })
}
