//! Tables of the objects that merges move.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::movable::movable;
use crate::user_changes::moved::{MovedItem, MovedKind};

const MEET: &str = "\
    INSERT INTO users (id, claims_at, created_at, updated_at) VALUES ($1, 0, $2, $2) ON CONFLICT DO NOTHING";

const NOTE_WEBSITES: &str = "\
    INSERT INTO user_merge_move (merge_id, what, moved_id, was_shown) \
    SELECT $1, 'website', id, FALSE FROM websites WHERE owner_user_id = $2 \
    ON CONFLICT DO NOTHING";

const MOVE_WEBSITES: &str =
    "UPDATE websites SET owner_user_id = $2 WHERE owner_user_id = $1 RETURNING id";

const RETURN_WEBSITE: &str =
    "UPDATE websites SET owner_user_id = $2 WHERE id = $1 AND owner_user_id = $3";

const CUSTOMERS: &str = concat!(
    "SELECT c.id, c.website_id, c.mode, c.user_shown, c.merged_into FROM customers c \
     WHERE c.user_id = $1 AND (c.merged_into IS NULL OR ",
    movable!(),
    ") ORDER BY c.id"
);

const COUNTERPART: &str =
    "SELECT id FROM customers WHERE website_id = $1 AND mode = $2 AND user_id = $3";

const BOOK: &str = "\
    SELECT b.id FROM customers c \
    JOIN book b ON b.website_id = c.website_id AND b.mode = c.mode AND b.unit = 'credit' WHERE c.id = $1";

const PLATFORM_BOOKS: &str = "\
    SELECT book_id FROM account WHERE kind = 'wallet' AND owner_kind = 'user' AND owner_id = $1 ORDER BY book_id";

const NOTE: &str = "\
    INSERT INTO user_merge_move (merge_id, what, moved_id, was_shown) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";

const MOVED: &str = "SELECT what, moved_id, was_shown FROM user_merge_move WHERE merge_id = $1 ORDER BY what, moved_id";

const MERGED_INTO: &str =
    "SELECT merged_into FROM customers WHERE id = $1 AND merged_into IS NOT NULL";

const FOLD: &str = "UPDATE customers SET merged_into = $2, updated_at = $3 WHERE id = $1";

// Subscriptions of merged customers count for the one into which they were merged.
const SHOW_SUBSCRIBED: &str = "\
    WITH RECURSIVE merged (id) AS ( \
        SELECT CAST($1 AS TEXT) UNION SELECT c.id FROM customers c JOIN merged ON c.merged_into = merged.id) \
    UPDATE customers SET subscribed = NOT subscribed, updated_at = $2 \
    WHERE id = $1 AND subscribed <> EXISTS ( \
        SELECT 1 FROM merged CROSS JOIN subscription s \
        WHERE s.owner_kind = 'customer' AND s.owner_id = merged.id AND s.is_subscribed)";

// Bookings lock a customer's wallet before its row, and so must every change of the row.
const LOCK_WALLETS: &str = "\
    UPDATE account SET seq = seq + 0 WHERE kind = 'wallet' AND owner_kind = 'customer' AND owner_id = $1";

const RENAME: &str =
    "UPDATE customers SET user_id = $2, user_shown = FALSE, updated_at = $3 WHERE id = $1";

const NAME_BACK: &str = "\
    UPDATE customers SET user_id = $2, user_shown = $4, updated_at = $5 \
    WHERE id = $1 AND user_id = $3 \
      AND NOT EXISTS (SELECT 1 FROM customers AS own WHERE own.website_id = customers.website_id \
                      AND own.mode = customers.mode AND own.user_id = $2)";

/// A customer of a user who is being merged.
#[derive(Debug, sqlx::FromRow)]
pub(in crate::user_changes) struct OfUser {
    pub(in crate::user_changes) id: String,
    website_id: String,
    mode: String,
    /// True if the website may see the user's id.
    pub(in crate::user_changes) user_shown: bool,
    /// The customer into which it is already merged.
    pub(in crate::user_changes) merged_into: Option<String>,
}

/// Runs a statement with names as parameters and, if given, a time as the last one.
async fn change(
    db: &mut Connection<'_>,
    statement: &'static str,
    names: &[Option<&str>],
    at: Option<Timestamp>,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        let mut query = sqlx::query(statement);
        for name in names {
            query = query.bind(*name);
        }
        if let Some(at) = at {
            query = query.bind(at.micros());
        }
        query.execute(c).await.map(drop)
    })
    .failed("moving the data of a merged user")
}

/// Inserts a user's row if it is missing; the user's next token adds the other data.
pub(in crate::user_changes) async fn meet(
    db: &mut Connection<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    change(db, MEET, &[Some(user_id)], Some(now)).await
}

/// Moves one user's websites to another, and returns their ids.
pub(in crate::user_changes) async fn move_websites(
    db: &mut Connection<'_>,
    merge_id: &str,
    from: &str,
    into: &str,
) -> Result<Vec<String>, Failure> {
    change(db, NOTE_WEBSITES, &[Some(merge_id), Some(from)], None).await?;
    on_engine!(db, |c| sqlx::query_scalar(MOVE_WEBSITES)
        .bind(from)
        .bind(into)
        .fetch_all(c)
        .await)
    .failed("moving a merged user's websites")
}

/// Returns a website to its owner; false if it has another owner by now.
pub(in crate::user_changes) async fn return_website(
    db: &mut Connection<'_>,
    id: &str,
    from: &str,
    into: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(RETURN_WEBSITE)
        .bind(id)
        .bind(from)
        .bind(into)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("returning a website")
}

/// Reads a user's customers that have to be moved, or have credits or debts left.
pub(in crate::user_changes) async fn customers_of(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<OfUser>, Failure> {
    on_engine!(db, |c| sqlx::query_as(CUSTOMERS)
        .bind(user_id)
        .fetch_all(c)
        .await)
    .failed("reading a merged user's customers")
}

/// Finds the other user's customer of the same website and mode.
pub(in crate::user_changes) async fn find_counterpart(
    db: &mut Connection<'_>,
    customer: &OfUser,
    user_id: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNTERPART)
        .bind(&customer.website_id)
        .bind(&customer.mode)
        .bind(user_id)
        .fetch_optional(c)
        .await)
    .failed("finding the customer of the same user")
}

/// Finds the book of a customer, if one exists.
pub(in crate::user_changes) async fn book_of(
    db: &mut Connection<'_>,
    customer_id: &str,
) -> Result<Option<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(BOOK)
        .bind(customer_id)
        .fetch_optional(c)
        .await)
    .failed("finding a customer's book")
}

/// Finds the platform's books in which a user has a wallet.
pub(in crate::user_changes) async fn platform_books_of(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(PLATFORM_BOOKS)
        .bind(user_id)
        .fetch_all(c)
        .await)
    .failed("finding a user's wallets")
}

/// Records that a merge moves an object; an existing record stays unchanged.
pub(in crate::user_changes) async fn note(
    db: &mut Connection<'_>,
    merge_id: &str,
    moved: &MovedItem,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(NOTE)
        .bind(merge_id)
        .bind(moved.what.word())
        .bind(&moved.id)
        .bind(moved.was_shown)
        .execute(c)
        .await
        .map(drop))
    .failed("recording what a merge moves")
}

/// Reads all objects that a merge has moved, in the order in which an undo moves them back.
pub(in crate::user_changes) async fn moved_by(
    db: &mut Connection<'_>,
    merge_id: &str,
) -> Result<Vec<MovedItem>, Failure> {
    let rows: Vec<(String, String, bool)> = on_engine!(db, |c| sqlx::query_as(MOVED)
        .bind(merge_id)
        .fetch_all(c)
        .await)
    .failed("reading what a merge has moved")?;
    let of_row = |(text, id, was_shown): (String, String, bool)| {
        let what = MovedKind::ALL.into_iter().find(|what| what.word() == text);
        Some(MovedItem {
            what: what?,
            id,
            was_shown,
        })
    };
    rows.into_iter()
        .map(|row| of_row(row).ok_or_else(|| Failure::defect("a merge moved something unknown")))
        .collect()
}

/// Finds the customer into which a customer is merged.
pub(in crate::user_changes) async fn merged_into(
    db: &mut Connection<'_>,
    customer_id: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(MERGED_INTO)
        .bind(customer_id)
        .fetch_optional(c)
        .await)
    .failed("reading the merge target of a customer")
}

/// Merges a customer into another, or separates it again. Its wallet must be locked.
pub(in crate::user_changes) async fn fold(
    db: &mut Connection<'_>,
    customer_id: &str,
    into: Option<&str>,
    now: Timestamp,
) -> Result<(), Failure> {
    change(db, FOLD, &[Some(customer_id), into], Some(now)).await
}

/// Shows on a customer whether one of its subscriptions, or of those merged into it, counts.
pub(in crate::user_changes) async fn show_subscribed(
    db: &mut Connection<'_>,
    customer_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    change(db, LOCK_WALLETS, &[Some(customer_id)], None).await?;
    change(db, SHOW_SUBSCRIBED, &[Some(customer_id)], Some(now)).await
}

/// Links a customer to another user. The website may not see the new user's id.
pub(in crate::user_changes) async fn rename(
    db: &mut Connection<'_>,
    customer_id: &str,
    user_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    change(db, LOCK_WALLETS, &[Some(customer_id)], None).await?;
    change(db, RENAME, &[Some(customer_id), Some(user_id)], Some(now)).await
}

/// Links a customer to the first user again, unless it is a third user's by now, or that user has another one.
pub(in crate::user_changes) async fn name_back(
    db: &mut Connection<'_>,
    moved: &MovedItem,
    from: &str,
    into: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    change(db, LOCK_WALLETS, &[Some(&moved.id)], None).await?;
    on_engine!(db, |c| sqlx::query(NAME_BACK)
        .bind(&moved.id)
        .bind(from)
        .bind(into)
        .bind(moved.was_shown)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("returning a customer")
}

/// A composed statement, for tests of query plans.
#[cfg(test)]
pub(super) const TEXT: &str = CUSTOMERS;
