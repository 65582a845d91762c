//! Pages of payments, and the lots of one.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::rows::{Row, columns};
use crate::billing::payments::payment::{Payment, PaymentState};
use crate::caller::Mode;
use crate::schema::Cursor;

// The customer's own payments, and those of customers who were merged into this one.
const OF_BOOK: &str = concat!(
    "WITH RECURSIVE merged (id) AS ( \
        SELECT CAST($2 AS TEXT) \
        UNION SELECT c.id FROM customers c JOIN merged ON c.merged_into = merged.id) \
     SELECT ",
    columns!(),
    " FROM payment p \
     WHERE p.book_id = $1 \
       AND (CAST($2 AS TEXT) IS NULL OR p.owner_kind = 'customer' AND p.owner_id IN (SELECT id FROM merged)) \
       AND (CAST($3 AS TEXT) IS NULL OR p.state = $3) \
       AND (p.created_at < $4 OR p.created_at = $4 AND p.id < $5) \
     ORDER BY p.created_at DESC, p.id DESC LIMIT $6"
);

/// Users whose payments are the user's own: the user, and users who were merged into this one.
macro_rules! merged_users {
    () => {
        "WITH RECURSIVE people (id) AS ( \
            SELECT CAST($1 AS TEXT) \
            UNION SELECT m.from_user_id FROM people CROSS JOIN user_merges m WHERE m.into_user_id = people.id AND m.state = 'merged') "
    };
}

// A payment is the user's if it was made with the platform, or by a customer of the user; a website sees its own only.
const OF_USER: &str = concat!(
    merged_users!(),
    "SELECT ",
    columns!(),
    ", b.mode, b.website_id, w.name AS website_name \
     FROM payment p JOIN book b ON b.id = p.book_id LEFT JOIN websites w ON w.id = b.website_id \
     WHERE (p.owner_kind = 'user' AND p.owner_id IN (SELECT id FROM people) \
            OR p.owner_kind = 'customer' \
               AND p.owner_id IN (SELECT c.id FROM people CROSS JOIN customers c WHERE c.user_id = people.id)) \
       AND (CAST($2 AS TEXT) IS NULL OR b.website_id = $2) \
       AND (p.created_at < $3 OR p.created_at = $3 AND p.id < $4) \
     ORDER BY p.created_at DESC, p.id DESC LIMIT $5"
);

const ONE_OF_USER: &str = concat!(
    merged_users!(),
    "SELECT ",
    columns!(),
    " FROM payment p JOIN book b ON b.id = p.book_id \
     WHERE p.id = $3 \
       AND (p.owner_kind = 'user' AND p.owner_id IN (SELECT id FROM people) \
            OR p.owner_kind = 'customer' \
               AND p.owner_id IN (SELECT c.id FROM people CROSS JOIN customers c WHERE c.user_id = people.id)) \
       AND (CAST($2 AS TEXT) IS NULL OR b.website_id = $2)"
);

const ONE_OF_BOOK: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM payment p WHERE p.book_id = $1 AND p.id = $2"
);

/// `CROSS JOIN` makes SQLite begin with the object: it would else read all payments of the book.
const ONE_OF_OBJECT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM (SELECT payment_id FROM refund WHERE id = $2 UNION ALL SELECT payment_id FROM dispute WHERE id = $2) AS found \
      CROSS JOIN payment p WHERE p.id = found.payment_id AND p.book_id = $1"
);

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] =
    &[OF_BOOK, OF_USER, ONE_OF_USER, ONE_OF_BOOK, ONE_OF_OBJECT];

const LOTS: &str = "\
    SELECT l.kind, pl.credits, l.remaining, l.expires_at, t.public_id AS transaction_id \
    FROM payment_lot pl JOIN lot l ON l.id = pl.lot_id JOIN txn t ON t.id = l.txn_id \
    WHERE pl.payment_id = $1 ORDER BY pl.lot_id";

/// Filter of a page of a book's payments.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::payments) struct BookFilter<'a> {
    pub(in crate::billing::payments) book_id: i64,
    /// Only the payments of this customer.
    pub(in crate::billing::payments) customer_id: Option<&'a str>,
    /// Only payments in this state.
    pub(in crate::billing::payments) state: Option<PaymentState>,
}

/// A user, and the website to which the reader is limited.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::payments) struct UserFilter<'a> {
    pub(in crate::billing::payments) user_id: &'a str,
    pub(in crate::billing::payments) website_id: Option<&'a str>,
}

/// A payment of a user, with the seller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::payments) struct OwnPayment {
    pub(in crate::billing::payments) payment: Payment,
    /// The mode of the credits.
    pub(in crate::billing::payments) mode: Mode,
    /// The website that sold the credits; none for the platform.
    pub(in crate::billing::payments) website_id: Option<String>,
    /// The website's name.
    pub(in crate::billing::payments) website_name: Option<String>,
}

#[derive(sqlx::FromRow)]
struct OwnRow {
    #[sqlx(flatten)]
    row: Row,
    mode: String,
    website_id: Option<String>,
    website_name: Option<String>,
}

impl TryFrom<OwnRow> for OwnPayment {
    type Error = Failure;

    fn try_from(row: OwnRow) -> Result<Self, Failure> {
        let mode = row.mode.parse();
        Ok(Self {
            payment: row.row.try_into()?,
            mode: mode.map_err(|error| Failure::broken("reading a user's payment", error))?,
            website_id: row.website_id,
            website_name: row.website_name,
        })
    }
}

/// A lot of a payment, as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::payments) struct PaymentLot {
    /// The kind of the lot.
    pub(in crate::billing::payments) kind: String,
    /// The credits that were granted.
    pub(in crate::billing::payments) credits: i64,
    /// The credits that are left in the lot.
    pub(in crate::billing::payments) remaining: i64,
    /// The time from which they can no longer be used.
    pub(in crate::billing::payments) expires_at: Option<Timestamp>,
    /// The public id of the transaction that granted them.
    pub(in crate::billing::payments) transaction_id: String,
}

#[derive(sqlx::FromRow)]
struct PaymentLotRow {
    kind: String,
    credits: i64,
    remaining: i64,
    expires_at: Option<i64>,
    transaction_id: String,
}

fn payments(rows: Vec<Row>) -> Result<Vec<Payment>, Failure> {
    rows.into_iter().map(Payment::try_from).collect()
}

/// Reads a page of a book's payments, newest first.
pub(in crate::billing::payments) async fn list_of_book(
    db: &mut Connection<'_>,
    filter: BookFilter<'_>,
    after: &Cursor,
    limit: i64,
) -> Result<Vec<Payment>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(OF_BOOK)
        .bind(filter.book_id)
        .bind(filter.customer_id)
        .bind(filter.state.map(PaymentState::word))
        .bind(after.at.micros())
        .bind(&after.id)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing payments")?;
    payments(rows)
}

/// Reads a page of a user's payments, newest first.
pub(in crate::billing::payments) async fn list_of_user(
    db: &mut Connection<'_>,
    filter: UserFilter<'_>,
    after: &Cursor,
    limit: i64,
) -> Result<Vec<OwnPayment>, Failure> {
    let rows: Vec<OwnRow> = on_engine!(db, |c| sqlx::query_as(OF_USER)
        .bind(filter.user_id)
        .bind(filter.website_id)
        .bind(after.at.micros())
        .bind(&after.id)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing a user's payments")?;
    rows.into_iter().map(OwnPayment::try_from).collect()
}

/// Finds a payment of a book.
pub(in crate::billing::payments) async fn find_in_book(
    db: &mut Connection<'_>,
    book_id: i64,
    id: &str,
) -> Result<Option<Payment>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(ONE_OF_BOOK)
        .bind(book_id)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a payment")?;
    row.map(Payment::try_from).transpose()
}

/// Finds the payment of a book to which a refund or a dispute belongs.
pub(in crate::billing::payments) async fn find_of_object(
    db: &mut Connection<'_>,
    book_id: i64,
    object_id: &str,
) -> Result<Option<Payment>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(ONE_OF_OBJECT)
        .bind(book_id)
        .bind(object_id)
        .fetch_optional(c)
        .await)
    .failed("reading the payment of a refund or a dispute")?;
    row.map(Payment::try_from).transpose()
}

/// Finds a payment of a user.
pub(in crate::billing::payments) async fn find_of_user(
    db: &mut Connection<'_>,
    filter: UserFilter<'_>,
    id: &str,
) -> Result<Option<Payment>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(ONE_OF_USER)
        .bind(filter.user_id)
        .bind(filter.website_id)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a user's payment")?;
    row.map(Payment::try_from).transpose()
}

/// Reads the lots of a payment, in the order in which they were granted.
pub(in crate::billing::payments) async fn lots(
    db: &mut Connection<'_>,
    payment_id: &str,
) -> Result<Vec<PaymentLot>, Failure> {
    let rows: Vec<PaymentLotRow> = on_engine!(db, |c| sqlx::query_as(LOTS)
        .bind(payment_id)
        .fetch_all(c)
        .await)
    .failed("reading the lots of a payment")?;
    let lot = |row: PaymentLotRow| PaymentLot {
        kind: row.kind,
        credits: row.credits,
        remaining: row.remaining,
        expires_at: row.expires_at.map(Timestamp::from_micros),
        transaction_id: row.transaction_id,
    };
    Ok(rows.into_iter().map(lot).collect())
}
