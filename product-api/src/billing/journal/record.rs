//! Records money in the open transaction of the use case that caused it.

use foundation::{Connection, Failure, Timestamp};

use super::money_transaction::MoneyTransaction;
use super::store::{self, MoneyTimes};
use crate::app::App;
use crate::billing::currency::Currency;

/// Part of a payment that a lot of credits cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LotCost {
    /// The lot's key.
    pub(crate) lot_id: i64,
    /// Its cost in minor units.
    pub(crate) cost_minor: i64,
}

/// Records a transaction. A second one with its key is an error, which ends the caller's database transaction.
pub(crate) async fn record(
    app: &App,
    db: &mut Connection<'_>,
    transaction: &MoneyTransaction<'_>,
) -> Result<(), Failure> {
    insert(app, db, transaction, app.clock.now()).await
}

/// Records a transaction, unless one with its key is recorded. The caller holds a lock without which no server records the key.
pub(crate) async fn record_once(
    app: &App,
    db: &mut Connection<'_>,
    transaction: &MoneyTransaction<'_>,
) -> Result<(), Failure> {
    if store::is_recorded(db, transaction.book_id, &transaction.key).await? {
        return Ok(());
    }
    record(app, db, transaction).await
}

/// Records a transaction with an accounting time. `None`, a transaction that moves no money, changes nothing.
pub(super) async fn record_at(
    app: &App,
    db: &mut Connection<'_>,
    transaction: Option<MoneyTransaction<'_>>,
    booked_at: Timestamp,
) -> Result<(), Failure> {
    match transaction {
        Some(transaction) => insert(app, db, &transaction, booked_at).await,
        None => Ok(()),
    }
}

async fn insert(
    app: &App,
    db: &mut Connection<'_>,
    transaction: &MoneyTransaction<'_>,
    booked_at: Timestamp,
) -> Result<(), Failure> {
    let id = app.ledger.next_key();
    let times = MoneyTimes {
        booked_at,
        created_at: app.clock.now(),
    };
    store::insert_transaction(db, id, transaction, times).await?;
    store::insert_entries(db, id, transaction.entries()).await
}

/// Records the cost of lots. Use, expiry and refunds of their credits recognize it later.
pub(crate) async fn add_lot_costs(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    currency: Currency,
    costs: &[LotCost],
) -> Result<(), Failure> {
    let now = app.clock.now();
    store::start_book(db, book_id, now).await?;
    store::insert_lot_costs(db, book_id, currency, costs, now).await
}
