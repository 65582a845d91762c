//! Grants purchased credits in the open transaction of a use case that records the payment, too.

use foundation::{Connection, Failure, Timestamp};
use serde_json::Value;

use crate::app::App;
use crate::credits::execution::load::load_whole;
use crate::credits::execution::save::{name_txns, save};
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::booking::NewEvent;
use crate::credits::ledger::lot::LotKind;
use crate::credits::ledger::operation::{Grant, LedgerOperation, LedgerRefusal};
use crate::credits::ledger::posting::{
    Attribution, EventDetail, EventKind, TransactionDetails, Txn,
};
use crate::credits::ledger::state::AccountState;
use crate::customers::{find_merge_target, find_user_merge_target};

/// Upper limit for merges that end between the look-up of an owner and the lock of the wallet.
const MAX_MERGES: usize = 5;

/// Credits to be granted for a purchase.
#[derive(Clone, Debug)]
pub(crate) struct PurchaseGrant {
    /// Operation key, unique within the book for ever: a second grant with it is an error.
    pub(crate) op_key: String,
    /// Kind of the lot.
    pub(crate) kind: LotKind,
    /// Number of credits.
    pub(crate) credits: i64,
    /// Time from which they can no longer be used.
    pub(crate) expires_at: Option<Timestamp>,
    /// Key of the one feature that they can be used for; none for any use.
    pub(crate) feature_id: Option<i64>,
    /// Kind of the purchase, such as `checkout`.
    pub(crate) source_kind: &'static str,
    /// Text for the owner.
    pub(crate) description: Option<String>,
    /// Actor: the id of an API key or of a user, or `system`.
    pub(crate) actor: String,
}

/// A lot that a grant has added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GrantedLot {
    /// The lot's key.
    pub(crate) lot_id: i64,
    /// Key of the transaction.
    pub(crate) txn_id: i64,
    /// Public id of the transaction.
    pub(crate) transaction_id: String,
    /// Number of credits.
    pub(crate) credits: i64,
}

/// Reasons why purchased credits are not granted now.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PurchaseGrantError {
    /// A verification has frozen the wallet; the operator unfreezes it.
    #[error("the wallet is frozen")]
    Frozen,
    /// The wallet does not take the credits.
    #[error("the wallet does not take the credits: {0:?}")]
    Refused(LedgerRefusal),
    /// The database failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Grants credits to an owner, or to the merge target of a merged owner; locks the wallet until the transaction ends.
///
/// The caller marks the transaction with [`crate::credits::Ledger::mark_in_flight`].
pub(crate) async fn grant_within(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    grants: &[PurchaseGrant],
) -> Result<Vec<GrantedLot>, PurchaseGrantError> {
    grant_and_post(app, db, wallet, grants, []).await
}

/// Grants credits like [`grant_within`], and records events of billing with the same write of the wallet.
pub(crate) async fn grant_and_post(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    grants: &[PurchaseGrant],
    events: impl IntoIterator<Item = (&'static str, Value)>,
) -> Result<Vec<GrantedLot>, PurchaseGrantError> {
    let mut state = lock_open_wallet(app, db, wallet).await?;
    if state.account.is_frozen {
        return Err(PurchaseGrantError::Frozen);
    }
    let now = app.clock.now();
    for grant in grants {
        apply(app, &mut state, grant, now)?;
    }
    let granted = granted_lots(&state, grants)?;
    emit(app, &mut state, events, now);
    save(app, db, &mut state, now).await?;
    Ok(granted)
}

/// Locks the wallet that the owner's new credits go to. A merge that commits before the lock closes the wallet.
async fn lock_open_wallet(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<AccountState, Failure> {
    for _attempt in 0..MAX_MERGES {
        let wallet = find_open_wallet(db, wallet).await?;
        let state = load_whole(app, db, &wallet).await?;
        if !state.account.is_closed {
            return Ok(state);
        }
    }
    Err(Failure::defect(
        "a wallet is closed and has no merge target",
    ))
}

/// Returns the wallet to which an owner's name leads now.
pub(super) async fn find_open_wallet(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<WalletKey, Failure> {
    let owner = match &wallet.owner {
        Owner::Customer(id) => Owner::Customer(find_merge_target(db, id).await?),
        Owner::User(id) => Owner::User(find_user_merge_target(db, id).await?),
    };
    Ok(WalletKey {
        book_id: wallet.book_id,
        owner,
    })
}

/// Records an event of billing in the open transaction, numbered like the events of the owner's wallet.
pub(crate) async fn post_billing_event(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    kind: &'static str,
    billing: Value,
) -> Result<(), Failure> {
    post_billing_events(app, db, wallet, [(kind, billing)]).await
}

/// Records events of billing like [`post_billing_event`], with one write of the wallet.
pub(crate) async fn post_billing_events(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    events: impl IntoIterator<Item = (&'static str, Value)>,
) -> Result<(), Failure> {
    let mut state = lock_open_wallet(app, db, wallet).await?;
    let now = app.clock.now();
    emit(app, &mut state, events, now);
    save(app, db, &mut state, now).await
}

fn emit(
    app: &App,
    state: &mut AccountState,
    events: impl IntoIterator<Item = (&'static str, Value)>,
    now: Timestamp,
) {
    let at = now.max(state.account.last_booked_at);
    for (kind, billing) in events {
        let event = NewEvent {
            kind: EventKind::Billing(kind),
            txn_id: None,
            hold: None,
            amount: 0,
            detail: EventDetail::NONE,
            billing: Some(billing),
        };
        state.emit(event, at, &app.ledger.keys);
    }
}

fn apply(
    app: &App,
    state: &mut AccountState,
    grant: &PurchaseGrant,
    now: Timestamp,
) -> Result<(), PurchaseGrantError> {
    let amount = Amount::new(grant.credits)
        .ok_or_else(|| Failure::defect("a purchase has no valid number of credits"))?;
    let operation = LedgerOperation::Grant(Grant {
        amount,
        kind: grant.kind,
        expires_at: grant.expires_at,
        priority: grant.kind.default_priority(),
        scope: grant.feature_id,
        source_kind: grant.source_kind,
        source_ref: grant.op_key.clone(),
    });
    let details = TransactionDetails {
        op_key: grant.op_key.clone(),
        actor: grant.actor.clone(),
        description: grant.description.clone(),
        metadata: "{}".to_owned(),
        attribution: Attribution::default(),
    };
    state
        .apply(&operation, details, now, &app.ledger.keys)
        .map_err(PurchaseGrantError::Refused)?;
    Ok(name_txns(app, state)?)
}

fn granted_lots(
    state: &AccountState,
    grants: &[PurchaseGrant],
) -> Result<Vec<GrantedLot>, Failure> {
    let missing = || Failure::defect("a purchase was granted and has no lot");
    let lot_of = |grant: &PurchaseGrant| {
        let is_of_grant = |txn: &&Txn| txn.details.op_key == grant.op_key;
        let txn = state.writes.txns.iter().find(is_of_grant)?;
        let lot = state.lots.iter().find(|lot| lot.txn_id == txn.id)?;
        Some(GrantedLot {
            lot_id: lot.id,
            txn_id: txn.id,
            transaction_id: txn.public_id.clone(),
            credits: grant.credits,
        })
    };
    grants
        .iter()
        .map(|grant| lot_of(grant).ok_or_else(missing))
        .collect()
}
