//! The table of disputes.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::currency::Currency;
use crate::billing::payments::dispute::{Dispute, DisputeState, DisputedPayment, ListedDispute};
use crate::credits::Owner;
use crate::schema::Cursor;

/// Columns of a dispute, in the order of its row.
macro_rules! columns {
    () => {
        "d.id, d.payment_id, d.book_id, d.connection_id, d.stripe_id, d.amount_minor, d.withdrawn_minor, d.status, d.state, \
         d.reason, d.due_by, d.moves, d.recorded_minor, d.recorded_lost_minor, d.unused_cost_minor, d.opened_at, d.closed_at"
    };
}

const OF_PAYMENT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM dispute d WHERE d.payment_id = $1 ORDER BY d.opened_at, d.id"
);

const OF_BOOK: &str = concat!(
    "SELECT ",
    columns!(),
    ", p.currency, p.owner_kind, p.owner_id, p.stripe_payment_intent \
     FROM dispute d JOIN payment p ON p.id = d.payment_id \
     WHERE d.book_id = $1 AND (CAST($2 AS TEXT) IS NULL OR d.state = $2) \
       AND (d.opened_at < $3 OR d.opened_at = $3 AND d.id < $4) \
     ORDER BY d.opened_at DESC, d.id DESC LIMIT $5"
);

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[OF_PAYMENT, OF_BOOK];

const INSERT: &str = "\
    INSERT INTO dispute (id, payment_id, book_id, connection_id, stripe_id, amount_minor, withdrawn_minor, status, state, reason, \
        due_by, moves, recorded_minor, recorded_lost_minor, unused_cost_minor, opened_at, closed_at, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18)";

const UPDATE: &str = "\
    UPDATE dispute SET amount_minor = $2, withdrawn_minor = $3, status = $4, state = $5, reason = $6, due_by = $7, moves = $8, \
        recorded_minor = $9, recorded_lost_minor = $10, unused_cost_minor = $11, closed_at = $12, updated_at = $13 \
    WHERE id = $1";

/// A row of the table.
#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    payment_id: String,
    book_id: i64,
    connection_id: String,
    stripe_id: String,
    amount_minor: i64,
    withdrawn_minor: i64,
    status: String,
    state: String,
    reason: Option<String>,
    due_by: Option<i64>,
    moves: i16,
    recorded_minor: i64,
    recorded_lost_minor: i64,
    unused_cost_minor: i64,
    opened_at: i64,
    closed_at: Option<i64>,
}

impl TryFrom<Row> for Dispute {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a dispute has an unknown state");
        Ok(Self {
            id: row.id,
            payment_id: row.payment_id,
            book_id: row.book_id,
            connection_id: row.connection_id,
            stripe_id: row.stripe_id,
            amount_minor: row.amount_minor,
            withdrawn_minor: row.withdrawn_minor,
            status: row.status,
            state: DisputeState::from_word(&row.state).ok_or_else(unknown)?,
            reason: row.reason,
            due_by: row.due_by.map(Timestamp::from_micros),
            moves: row.moves,
            recorded_minor: row.recorded_minor,
            recorded_lost_minor: row.recorded_lost_minor,
            unused_cost_minor: row.unused_cost_minor,
            opened_at: Timestamp::from_micros(row.opened_at),
            closed_at: row.closed_at.map(Timestamp::from_micros),
        })
    }
}

/// A row of the table with the columns of its payment.
#[derive(sqlx::FromRow)]
struct ListedRow {
    #[sqlx(flatten)]
    row: Row,
    currency: String,
    owner_kind: String,
    owner_id: String,
    stripe_payment_intent: Option<String>,
}

impl TryFrom<ListedRow> for ListedDispute {
    type Error = Failure;

    fn try_from(row: ListedRow) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a disputed payment has an unknown currency");
        let owner = Owner::from_row(&row.owner_kind, row.owner_id);
        Ok(Self {
            dispute: row.row.try_into()?,
            payment: DisputedPayment {
                currency: Currency::parse(&row.currency).ok_or_else(unknown)?,
                customer_id: owner.customer_id().map(ToOwned::to_owned),
                stripe_payment_intent: row.stripe_payment_intent,
            },
        })
    }
}

/// Reads the disputes of a payment, oldest first.
pub(crate) async fn disputes_of(
    db: &mut Connection<'_>,
    payment_id: &str,
) -> Result<Vec<Dispute>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(OF_PAYMENT)
        .bind(payment_id)
        .fetch_all(c)
        .await)
    .failed("reading the disputes of a payment")?;
    rows.into_iter().map(Dispute::try_from).collect()
}

/// Reads a page of a book's disputes with their payments, in a state or in all, newest first.
pub(crate) async fn disputes_of_book(
    db: &mut Connection<'_>,
    book_id: i64,
    state: Option<DisputeState>,
    after: &Cursor,
    limit: i64,
) -> Result<Vec<ListedDispute>, Failure> {
    let rows: Vec<ListedRow> = on_engine!(db, |c| sqlx::query_as(OF_BOOK)
        .bind(book_id)
        .bind(state.map(DisputeState::word))
        .bind(after.at.micros())
        .bind(&after.id)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing disputes")?;
    rows.into_iter().map(ListedDispute::try_from).collect()
}

/// Inserts a dispute. The caller has locked the payment's row.
pub(in crate::billing::payments) async fn insert_dispute(
    db: &mut Connection<'_>,
    dispute: &Dispute,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&dispute.id)
        .bind(&dispute.payment_id)
        .bind(dispute.book_id)
        .bind(&dispute.connection_id)
        .bind(&dispute.stripe_id)
        .bind(dispute.amount_minor)
        .bind(dispute.withdrawn_minor)
        .bind(&dispute.status)
        .bind(dispute.state.word())
        .bind(&dispute.reason)
        .bind(dispute.due_by.map(Timestamp::micros))
        .bind(dispute.moves)
        .bind(dispute.recorded_minor)
        .bind(dispute.recorded_lost_minor)
        .bind(dispute.unused_cost_minor)
        .bind(dispute.opened_at.micros())
        .bind(dispute.closed_at.map(Timestamp::micros))
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing a dispute")
}

/// Writes a dispute whose payment's row is locked.
pub(in crate::billing::payments) async fn update_dispute(
    db: &mut Connection<'_>,
    dispute: &Dispute,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(UPDATE)
        .bind(&dispute.id)
        .bind(dispute.amount_minor)
        .bind(dispute.withdrawn_minor)
        .bind(&dispute.status)
        .bind(dispute.state.word())
        .bind(&dispute.reason)
        .bind(dispute.due_by.map(Timestamp::micros))
        .bind(dispute.moves)
        .bind(dispute.recorded_minor)
        .bind(dispute.recorded_lost_minor)
        .bind(dispute.unused_cost_minor)
        .bind(dispute.closed_at.map(Timestamp::micros))
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("changing a dispute")
}
