//! Inserts transactions, entries, lot moves and events in bulk. These rows never change.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::credits::ledger::account::WalletKey;
use crate::credits::ledger::posting::{Entry, LotMove, Txn};

const INSERT_TXNS: &str = "\
    INSERT INTO txn (id, public_id, book_id, account_id, n, amount, balance_after, op_key, kind, reverses_txn_id, \
        actor, description, metadata, feature_id, price_version, quantity, client_id, session_id, token_id, booked_at, created_at)";

const INSERT_ENTRIES: &str =
    "INSERT INTO entry (txn_id, leg, account_id, amount, seq, balance_after)";

const INSERT_MOVES: &str = "INSERT INTO lot_move (txn_id, lot_id, amount)";

const INSERT_EVENTS: &str = "\
    INSERT INTO outbox (id, book_id, account_id, customer_id, n, type, payload, txn_id, created_at, \
        is_waiting)";

/// Inserts transactions, each with its book.
pub(crate) async fn insert_txns(
    db: &mut Connection<'_>,
    txns: &[(i64, &Txn)],
    now: Timestamp,
) -> Result<(), Failure> {
    for portion in padded(txns, 21) {
        let text = portion.insert(db, INSERT_TXNS, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((book_id, txn), there) in portion.rows() {
                let billed = txn.details.attribution.billed.as_ref();
                let usage = billed.and_then(|billed| billed.usage);
                let session = txn.details.attribution.session.as_ref();
                query = query
                    .bind(there.some(txn.id))
                    .bind(&txn.public_id)
                    .bind(book_id)
                    .bind(txn.account_id)
                    .bind(txn.n)
                    .bind(txn.amount)
                    .bind(txn.balance_after)
                    .bind(&txn.details.op_key)
                    .bind(txn.kind.name())
                    .bind(txn.reverses)
                    .bind(&txn.details.actor)
                    .bind(&txn.details.description)
                    .bind(there.some(&txn.details.metadata))
                    .bind(billed.map(|billed| billed.feature_id))
                    .bind(usage.map(|usage| usage.price_version))
                    .bind(usage.map(|usage| usage.quantity))
                    .bind(session.map(|session| &session.client_id))
                    .bind(session.map(|session| &session.session_id))
                    .bind(session.and_then(|session| session.token_id.as_ref()))
                    .bind(txn.booked_at.micros())
                    .bind(now.micros());
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing transactions")?;
    }
    Ok(())
}

/// Inserts entries.
pub(crate) async fn insert_entries(
    db: &mut Connection<'_>,
    entries: &[&Entry],
) -> Result<(), Failure> {
    for portion in padded(entries, 6) {
        let text = portion.insert(db, INSERT_ENTRIES, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (entry, there) in portion.rows() {
                query = query
                    .bind(there.some(entry.txn_id))
                    .bind(entry.leg)
                    .bind(entry.account_id)
                    .bind(entry.amount)
                    .bind(entry.after.map(|(seq, _)| seq))
                    .bind(entry.after.map(|(_, balance)| balance));
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing entries")?;
    }
    Ok(())
}

/// Inserts the changes that transactions made to lots.
pub(crate) async fn insert_moves(
    db: &mut Connection<'_>,
    moves: &[&LotMove],
) -> Result<(), Failure> {
    for portion in padded(moves, 3) {
        let text = portion.insert(db, INSERT_MOVES, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (step, there) in portion.rows() {
                let txn_id = there.some(step.txn_id);
                query = query.bind(txn_id).bind(step.lot_id).bind(step.amount);
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing lot moves")?;
    }
    Ok(())
}

/// Row of an event with its payload.
#[derive(Clone, Debug)]
pub(crate) struct EventRow<'a> {
    pub(crate) of: &'a WalletKey,
    pub(crate) account_id: i64,
    pub(crate) id: i64,
    pub(crate) n: i64,
    pub(crate) kind: &'static str,
    pub(crate) payload: String,
    pub(crate) txn_id: Option<i64>,
    /// True if the event has a subscriber.
    pub(crate) is_waiting: bool,
}

/// Inserts events, which webhooks deliver.
pub(crate) async fn insert_events(
    db: &mut Connection<'_>,
    events: &[EventRow<'_>],
    now: Timestamp,
) -> Result<(), Failure> {
    for portion in padded(events, 10) {
        let text = portion.insert(db, INSERT_EVENTS, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (event, there) in portion.rows() {
                query = query
                    .bind(there.some(event.id))
                    .bind(event.of.book_id)
                    .bind(event.account_id)
                    .bind(event.of.owner.customer_id())
                    .bind(event.n)
                    .bind(event.kind)
                    .bind(there.some(&event.payload))
                    .bind(event.txn_id)
                    .bind(now.micros())
                    .bind(event.is_waiting);
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing events")?;
    }
    Ok(())
}
