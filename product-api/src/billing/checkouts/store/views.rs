//! Reads of checkouts by those who may see them: the website of the book, and the buyer.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use super::rows::{Row, columns};
use crate::billing::checkouts::checkout::{Checkout, CheckoutSeller};

const OF_BOOK: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM checkout WHERE book_id = $1 AND id = $2"
);

// A checkout is the user's if the credits are the user's own, or those of a user who was merged into this one.
const OF_USER: &str = concat!(
    "WITH RECURSIVE people (user_id) AS ( \
        SELECT CAST($1 AS TEXT) \
        UNION SELECT m.from_user_id FROM people CROSS JOIN user_merges m \
            WHERE m.into_user_id = people.user_id AND m.state = 'merged') \
     SELECT ",
    columns!(),
    " FROM checkout \
     WHERE id = $3 \
       AND (owner_kind = 'user' AND owner_id IN (SELECT user_id FROM people) \
            OR owner_kind = 'customer' \
               AND owner_id IN (SELECT c.id FROM people CROSS JOIN customers c WHERE c.user_id = people.user_id)) \
       AND (CAST($2 AS TEXT) IS NULL \
            OR EXISTS (SELECT 1 FROM book b WHERE b.id = checkout.book_id AND b.website_id = $2))"
);

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[OF_USER];

const PAYMENT_OF: &str =
    "SELECT id FROM payment WHERE connection_id = $1 AND source = 'checkout' AND source_id = $2";

const SELLER: &str = "\
    SELECT b.mode, b.scale, w.id AS website_id, w.name AS website_name \
    FROM book b LEFT JOIN websites w ON w.id = b.website_id WHERE b.id = $1";

const CONFIGURATION: &str = "SELECT portal_configuration FROM book_billing WHERE book_id = $1";

const SET_CONFIGURATION: &str =
    "UPDATE book_billing SET portal_configuration = $2 WHERE book_id = $1";

/// A user, and the website to which the reader is limited.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::checkouts) struct UserFilter<'a> {
    pub(in crate::billing::checkouts) user_id: &'a str,
    pub(in crate::billing::checkouts) website_id: Option<&'a str>,
}

#[derive(sqlx::FromRow)]
struct SellerRow {
    mode: String,
    scale: i16,
    website_id: Option<String>,
    website_name: Option<String>,
}

impl TryFrom<SellerRow> for CheckoutSeller {
    type Error = Failure;

    fn try_from(row: SellerRow) -> Result<Self, Failure> {
        let mode = row.mode.parse();
        Ok(Self {
            mode: mode.map_err(|error| Failure::broken("reading the mode of a book", error))?,
            scale: row.scale,
            website_id: row.website_id,
            website_name: row.website_name,
        })
    }
}

/// Finds a checkout of a book.
pub(in crate::billing::checkouts) async fn find_in_book(
    db: &mut Connection<'_>,
    book_id: i64,
    id: &str,
) -> Result<Option<Checkout>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(OF_BOOK)
        .bind(book_id)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a checkout")?;
    row.map(Checkout::try_from).transpose()
}

/// Finds a checkout of a user.
pub(in crate::billing::checkouts) async fn find_of_user(
    db: &mut Connection<'_>,
    filter: UserFilter<'_>,
    id: &str,
) -> Result<Option<Checkout>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(OF_USER)
        .bind(filter.user_id)
        .bind(filter.website_id)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a user's checkout")?;
    row.map(Checkout::try_from).transpose()
}

/// Returns the id of the payment of a checkout.
pub(in crate::billing::checkouts) async fn payment_of(
    db: &mut Connection<'_>,
    checkout: &Checkout,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(PAYMENT_OF)
        .bind(&checkout.connection_id)
        .bind(&checkout.id)
        .fetch_optional(c)
        .await)
    .failed("finding the payment of a checkout")
}

/// Returns the seller of the credits of a book.
pub(in crate::billing::checkouts) async fn seller_of(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<CheckoutSeller, Failure> {
    let row: SellerRow = on_engine!(db, |c| sqlx::query_as(SELLER)
        .bind(book_id)
        .fetch_one(c)
        .await)
    .failed("reading the seller of a checkout")?;
    row.try_into()
}

/// Returns the portal configuration of a book at Stripe.
pub(in crate::billing::checkouts) async fn portal_configuration(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<Option<String>, Failure> {
    let found: Option<Option<String>> = on_engine!(db, |c| sqlx::query_scalar(CONFIGURATION)
        .bind(book_id)
        .fetch_optional(c)
        .await)
    .failed("reading the portal of a book")?;
    Ok(found.flatten())
}

/// Stores the portal configuration of a book at Stripe.
pub(in crate::billing::checkouts) async fn set_portal_configuration(
    db: &mut Connection<'_>,
    book_id: i64,
    configuration_id: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_CONFIGURATION)
        .bind(book_id)
        .bind(configuration_id)
        .execute(c)
        .await
        .map(drop))
    .failed("storing the portal of a book")
}
