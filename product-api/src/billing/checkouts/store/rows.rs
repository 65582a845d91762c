//! The table of checkouts: reads, locks and writes of single rows.

use foundation::database::{SqlResultExt, row_lock};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::billing::checkouts::checkout::{Checkout, CheckoutState};
use crate::billing::checkouts::checkout_kind::CheckoutKind;
use crate::billing::checkouts::checkout_terms::CheckoutTerms;
use crate::billing::currency::Currency;
use crate::caller::Mode;
use crate::credits::Owner;

/// Columns of a checkout, in the order of its row.
macro_rules! columns {
    () => {
        "id, book_id, owner_kind, owner_id, kind, item_id, version, price_id, quantity, currency, amount_minor, credits, bonus, terms, \
         metadata, connection_id, stripe_customer_id, stripe_session_id, attempt, state, reason, url, success_url, cancel_url, \
         actor, expires_at, closed_at, created_at"
    };
}
pub(super) use columns;

const FIND: &str = concat!("SELECT ", columns!(), " FROM checkout WHERE id = $1");

// A session belongs to the row that has it. A row without a session belongs to the session that names it: the answer to the
// call that made the session was lost.
const FIND_BY_SESSION: &str = "\
    SELECT id FROM checkout WHERE connection_id = $1 AND stripe_session_id = $2";

const FIND_BY_REFERENCE: &str = "\
    SELECT id FROM checkout WHERE connection_id = $1 AND id = $2 AND stripe_session_id IS NULL";

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[FIND];

const INSERT: &str = "\
    INSERT INTO checkout (id, book_id, owner_kind, owner_id, item_id, version, price_id, quantity, currency, amount_minor, credits, \
        bonus, terms, metadata, connection_id, stripe_customer_id, stripe_session_id, attempt, state, reason, url, success_url, \
        cancel_url, actor, expires_at, closed_at, next_at, sync_minute, sync_count, created_at, updated_at, kind) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, NULL, NULL, $16, $17, NULL, NULL, $18, $19, $20, $21, \
        NULL, $22, 0, 0, $23, $23, $24)";

const UPDATE: &str = "\
    UPDATE checkout SET stripe_customer_id = $2, stripe_session_id = $3, attempt = $4, state = $5, reason = $6, url = $7, \
        closed_at = $8, next_at = $9, updated_at = $10 \
    WHERE id = $1";

const MODE_OF_BOOK: &str = "SELECT mode FROM book WHERE id = $1";

/// A row of the table.
#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: String,
    book_id: i64,
    owner_kind: String,
    owner_id: String,
    kind: String,
    item_id: String,
    version: i64,
    price_id: i64,
    quantity: i64,
    currency: String,
    amount_minor: i64,
    credits: i64,
    bonus: i64,
    terms: String,
    metadata: String,
    connection_id: String,
    stripe_customer_id: Option<String>,
    stripe_session_id: Option<String>,
    attempt: i16,
    state: String,
    reason: Option<String>,
    url: Option<String>,
    success_url: String,
    cancel_url: String,
    actor: String,
    expires_at: i64,
    closed_at: Option<i64>,
    created_at: i64,
}

impl TryFrom<Row> for Checkout {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a checkout has an unknown word");
        Ok(Self {
            id: row.id,
            book_id: row.book_id,
            owner: Owner::from_row(&row.owner_kind, row.owner_id),
            kind: CheckoutKind::from_word(&row.kind).ok_or_else(unknown)?,
            item_id: row.item_id,
            version: row.version,
            price_id: row.price_id,
            quantity: row.quantity,
            currency: Currency::parse(&row.currency).ok_or_else(unknown)?,
            amount_minor: row.amount_minor,
            credits: row.credits,
            bonus: row.bonus,
            terms: CheckoutTerms::parse(&row.terms)?,
            metadata: row.metadata,
            connection_id: row.connection_id,
            stripe_customer_id: row.stripe_customer_id,
            stripe_session_id: row.stripe_session_id,
            attempt: row.attempt,
            state: CheckoutState::from_word(&row.state).ok_or_else(unknown)?,
            reason: row.reason,
            url: row.url,
            success_url: row.success_url,
            cancel_url: row.cancel_url,
            actor: row.actor,
            expires_at: Timestamp::from_micros(row.expires_at),
            closed_at: row.closed_at.map(Timestamp::from_micros),
            created_at: Timestamp::from_micros(row.created_at),
        })
    }
}

/// Finds a checkout by its id.
pub(in crate::billing::checkouts) async fn find(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Checkout>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a checkout")?;
    row.map(Checkout::try_from).transpose()
}

/// Finds a checkout and locks its row.
pub(in crate::billing::checkouts) async fn lock(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Checkout>, Failure> {
    let text = [FIND, row_lock(db)].concat();
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(AssertSqlSafe(text))
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("locking a checkout")?;
    row.map(Checkout::try_from).transpose()
}

/// A session at Stripe and the checkout that it names.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::checkouts) struct NamedSession<'a> {
    pub(in crate::billing::checkouts) connection_id: &'a str,
    pub(in crate::billing::checkouts) session_id: &'a str,
    pub(in crate::billing::checkouts) reference: Option<&'a str>,
}

/// Finds the checkout of a session.
pub(in crate::billing::checkouts) async fn find_of_session(
    db: &mut Connection<'_>,
    session: NamedSession<'_>,
) -> Result<Option<String>, Failure> {
    let by_session = (FIND_BY_SESSION, Some(session.session_id));
    for (statement, name) in [by_session, (FIND_BY_REFERENCE, session.reference)] {
        let Some(name) = name else { continue };
        let id: Option<String> = on_engine!(db, |c| sqlx::query_scalar(statement)
            .bind(session.connection_id)
            .bind(name)
            .fetch_optional(c)
            .await)
        .failed("finding the checkout of a session")?;
        if id.is_some() {
            return Ok(id);
        }
    }
    Ok(None)
}

/// Inserts a new checkout; another server may repeat its step from `next_at` on.
pub(in crate::billing::checkouts) async fn insert(
    db: &mut Connection<'_>,
    checkout: &Checkout,
    next_at: Timestamp,
) -> Result<(), Failure> {
    let terms = checkout.terms.text()?;
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&checkout.id)
        .bind(checkout.book_id)
        .bind(checkout.owner.kind())
        .bind(checkout.owner.id())
        .bind(&checkout.item_id)
        .bind(checkout.version)
        .bind(checkout.price_id)
        .bind(checkout.quantity)
        .bind(checkout.currency.code())
        .bind(checkout.amount_minor)
        .bind(checkout.credits)
        .bind(checkout.bonus)
        .bind(&terms)
        .bind(&checkout.metadata)
        .bind(&checkout.connection_id)
        .bind(checkout.attempt)
        .bind(checkout.state.word())
        .bind(&checkout.success_url)
        .bind(&checkout.cancel_url)
        .bind(&checkout.actor)
        .bind(checkout.expires_at.micros())
        .bind(next_at.micros())
        .bind(checkout.created_at.micros())
        .bind(checkout.kind.word())
        .execute(c)
        .await
        .map(drop))
    .failed("storing a checkout")
}

/// Writes what changes of a checkout, whose row is locked. Another server may repeat its step from `next_at` on; none if no
/// step is due.
pub(in crate::billing::checkouts) async fn update(
    db: &mut Connection<'_>,
    checkout: &Checkout,
    next_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(UPDATE)
        .bind(&checkout.id)
        .bind(&checkout.stripe_customer_id)
        .bind(&checkout.stripe_session_id)
        .bind(checkout.attempt)
        .bind(checkout.state.word())
        .bind(&checkout.reason)
        .bind(&checkout.url)
        .bind(checkout.closed_at.map(Timestamp::micros))
        .bind(next_at.map(Timestamp::micros))
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("changing a checkout")
}

/// Returns the mode of a book.
pub(in crate::billing::checkouts) async fn mode_of_book(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<Mode, Failure> {
    let mode: String = on_engine!(db, |c| sqlx::query_scalar(MODE_OF_BOOK)
        .bind(book_id)
        .fetch_one(c)
        .await)
    .failed("reading the mode of a book")?;
    mode.parse()
        .map_err(|error| Failure::broken("reading the mode of a book", error))
}
