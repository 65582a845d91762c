//! Locks the wallets that have credits of a purchase. A merge may have moved them, and its undo may have moved a part back.

use std::collections::BTreeSet;

use foundation::{Connection, Failure, Timestamp};

use crate::app::App;
use crate::credits::commands::grant_within::find_open_wallet;
use crate::credits::execution::load::load_whole;
use crate::credits::execution::save::save;
use crate::credits::ledger::account::WalletKey;
use crate::credits::ledger::claw_back::PurchaseLots;
use crate::credits::ledger::posting::{Attribution, TransactionDetails};
use crate::credits::ledger::state::AccountState;
use crate::credits::store::claw_backs;
use crate::credits::store::claw_backs::{PurchaseLot, Settlement, key_prefix};

/// Limit for merges that end between the look-up of an owner and the lock of the wallet.
const MAX_MERGES: usize = 5;

/// The credits of a purchase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PurchaseCredits<'a> {
    /// Wallet of the buyer, as it was at the purchase.
    pub(crate) wallet: &'a WalletKey,
    /// Keys of the lots that the purchase has added.
    pub(crate) lots: &'a [i64],
    /// Id of the payment, unique within the book: the same for each operation on these credits.
    pub(crate) reference: &'a str,
}

/// A purchase whose wallets are locked.
pub(super) struct LockedPurchase {
    /// Wallets with credits of the purchase, and the wallet of the owner, in the order of their locks. All are settled.
    pub(super) states: Vec<AccountState>,
    /// Index of the wallet to which the owner's name leads now.
    pub(super) home: usize,
    /// Lots with credits of the purchase, including those that restored some of them.
    pub(super) lots: Vec<PurchaseLot>,
    /// Transactions that have taken credits back or given them back.
    pub(super) settlements: Vec<Settlement>,
}

impl LockedPurchase {
    /// Returns the keys of all lots, each with the lot whose credits it has.
    pub(super) fn roots(&self) -> PurchaseLots {
        self.lots.iter().map(|lot| (lot.id, lot.root)).collect()
    }

    /// Returns the credits that holds of callers have pinned.
    pub(super) fn pinned(&self) -> i64 {
        self.lots.iter().map(|lot| lot.held - lot.frozen).sum()
    }
}

/// Locks all wallets with credits of the purchase until the transaction ends, in the order that all transactions share. Fails
/// as busy if a merge moves the credits in the meantime, and as unavailable if a verification has frozen one of the wallets.
pub(super) async fn lock_purchase(
    app: &App,
    db: &mut Connection<'_>,
    purchase: &PurchaseCredits<'_>,
) -> Result<LockedPurchase, Failure> {
    let book_id = purchase.wallet.book_id;
    let settlements = claw_backs::settlements(db, book_id, purchase.reference).await?;
    let seeds = seeds(db, purchase, &settlements).await?;
    let owner = find_open_wallet(db, purchase.wallet).await?;
    let before = claw_backs::lots(db, &seeds).await?;
    let mut wallets = wallets_of(&before);
    wallets.insert(owner.clone());
    let mut states = Vec::with_capacity(wallets.len());
    for wallet in &wallets {
        states.push(lock_settled(app, db, wallet).await?);
    }
    let lots = claw_backs::lots(db, &seeds).await?;
    let home = wallets.iter().position(|wallet| *wallet == owner);
    let home = home.ok_or_else(|| Failure::defect("a wallet was locked and is not there"))?;
    let is_closed = states.get(home).is_none_or(|state| state.account.is_closed);
    if is_closed || !wallets_of(&lots).is_subset(&wallets) {
        return Err(Failure::busy(
            "locking the wallets of a purchase",
            "their owners were merged or separated",
        ));
    }
    Ok(LockedPurchase {
        states,
        home,
        lots,
        settlements,
    })
}

/// Locks the wallet to which the owner's name leads now, and settles it.
pub(super) async fn lock_home(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<AccountState, Failure> {
    for _attempt in 0..MAX_MERGES {
        let wallet = find_open_wallet(db, wallet).await?;
        let state = lock_settled(app, db, &wallet).await?;
        if !state.account.is_closed {
            return Ok(state);
        }
    }
    Err(Failure::defect(
        "a wallet is closed and has no merge target",
    ))
}

/// Locks a wallet, reads it whole, and books its expiries, so that queries see them.
async fn lock_settled(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<AccountState, Failure> {
    let mut state = load_whole(app, db, wallet).await?;
    if state.account.is_frozen {
        return Err(Failure::unavailable(
            "locking the wallet of a purchase",
            "a verification has frozen it",
        ));
    }
    let now = app.clock.now();
    let at = booking_time(&state, now);
    if !state.account.is_due(at) {
        return Ok(state);
    }
    state.settle(at, &app.ledger.keys);
    save(app, db, &mut state, now).await?;
    load_whole(app, db, wallet).await
}

/// Returns the time of a booking: now, but not before the wallet's last booking.
pub(super) fn booking_time(state: &AccountState, now: Timestamp) -> Timestamp {
    now.max(state.account.last_booked_at)
}

/// Returns the details of the next transaction of a purchase. `number` counts them from one.
pub(super) fn details(reference: &str, number: usize, description: &str) -> TransactionDetails {
    TransactionDetails {
        op_key: format!("{}{number}", key_prefix(reference)),
        actor: "system".to_owned(),
        description: Some(description.to_owned()),
        metadata: "{}".to_owned(),
        attribution: Attribution::default(),
    }
}

/// Returns the lots of the purchase, and the lots that restored credits of it.
async fn seeds(
    db: &mut Connection<'_>,
    purchase: &PurchaseCredits<'_>,
    settlements: &[Settlement],
) -> Result<Vec<i64>, Failure> {
    let reversals = settlements.iter().filter(|one| one.reverses.is_some());
    let reversals: Vec<i64> = reversals.map(|one| one.id).collect();
    let mut seeds = purchase.lots.to_vec();
    seeds.extend(claw_backs::restored(db, &reversals).await?);
    Ok(seeds)
}

/// Returns the wallets that have credits of these lots.
fn wallets_of(lots: &[PurchaseLot]) -> BTreeSet<WalletKey> {
    let lots = lots.iter().filter(|lot| lot.remaining > 0);
    lots.map(|lot| lot.wallet.clone()).collect()
}
