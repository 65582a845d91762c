//! Standings of books: credits by the kind of their lots, the net amount of all wallets, and the first spend.

use std::collections::BTreeMap;

use foundation::database::{SqlResultExt, padded, padded_arms, union};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::whole::whole;
use super::writers::Writer;

/// The kind of the net amount, all wallets minus all debts, stored with the kinds of lots.
pub(in crate::usage) const NET: &str = "net";

/// Maximum magnitude of a book's credits of each kind; a sum that reaches it is not exact any more.
const MAX_CREDITS: i64 = 4_000_000_000_000_000_000;

/// Changes by transactions, by book and kind: new lots, credits taken from lots, and the net amount. Sums have millions and
/// a remainder, so that neither overflows.
macro_rules! changes {
    ($from:literal, $to:literal, $book:literal) => {
        concat!(
            "SELECT book_id, kind, CAST(SUM(credits / 1000000) AS BIGINT) AS millions, \
                CAST(SUM(credits % 1000000) AS BIGINT) AS beyond FROM ( \
                SELECT a.book_id, l.kind, l.amount AS credits FROM lot l CROSS JOIN account a \
                WHERE l.txn_id > ", $from, " AND l.txn_id ", $to, " AND a.id = l.account_id", $book, " \
                UNION ALL SELECT a.book_id, l.kind, -m.amount FROM lot_move m CROSS JOIN lot l CROSS JOIN account a \
                WHERE m.txn_id > ", $from, " AND m.txn_id ", $to, " AND l.id = m.lot_id AND a.id = l.account_id", $book, " \
                UNION ALL SELECT a.book_id, 'net', a.amount FROM txn a \
                WHERE a.id > ", $from, " AND a.id ", $to, $book, ") AS change GROUP BY book_id, kind"
        )
    };
}

const CHANGES: &str = changes!("$1", "<= $2", "");

/// Changes of all writers in one book, from the position of each. `+ 0` keeps databases from reading all rows of the book.
const REST: (&str, &str, &str) = (
    "SELECT kind, CAST(SUM(millions) AS BIGINT) AS millions, CAST(SUM(beyond) AS BIGINT) AS beyond FROM (",
    concat!(
        "SELECT * FROM (",
        changes!(
            "{}",
            "< ({} / 4398046511104 + 1) * 4398046511104",
            " AND a.book_id + 0 = $1"
        ),
        ") AS of_writer"
    ),
    ") AS rest GROUP BY kind",
);

const ADD: (&str, &str) = (
    "INSERT INTO usage_standing (book_id, kind, credits)",
    " ON CONFLICT (book_id, kind) DO UPDATE SET credits = CASE \
        WHEN usage_standing.credits + excluded.credits > 4000000000000000000 THEN 4000000000000000000 \
        WHEN usage_standing.credits + excluded.credits < -4000000000000000000 THEN -4000000000000000000 \
        ELSE usage_standing.credits + excluded.credits END",
);

const READ_BOOK: &str = "SELECT kind, credits FROM usage_standing WHERE book_id = $1";

const ADD_FIRST: (&str, &str) = (
    "INSERT INTO usage_first (book_id, spent_at)",
    " ON CONFLICT (book_id) DO UPDATE SET spent_at = excluded.spent_at WHERE excluded.spent_at < usage_first.spent_at",
);

const FIRST: &str = "SELECT spent_at FROM usage_first WHERE book_id = $1";

const HELD: &str = "\
    SELECT CAST(COALESCE(SUM(held / 1000000), 0) AS BIGINT), CAST(COALESCE(SUM(held % 1000000), 0) AS BIGINT) \
    FROM account WHERE book_id = $1 AND kind = 'wallet' AND held > 0";

/// Credits by kind.
pub(in crate::usage) type CreditsByKind = BTreeMap<String, i64>;

#[derive(sqlx::FromRow)]
struct KindChange {
    book_id: i64,
    kind: String,
    millions: i64,
    beyond: i64,
}

/// Adds the changes by a writer's transactions after one key, up to another.
pub(in crate::usage) async fn add(
    db: &mut Connection<'_>,
    after: i64,
    until: i64,
) -> Result<(), Failure> {
    let mut changes: Vec<KindChange> = on_engine!(db, |c| sqlx::query_as(CHANGES)
        .bind(after)
        .bind(until)
        .fetch_all(c)
        .await)
    .failed("reading the balance changes of books")?;
    changes
        .sort_unstable_by(|one, other| (one.book_id, &one.kind).cmp(&(other.book_id, &other.kind)));
    for portion in padded(&changes, 3) {
        let text = portion.insert(db, ADD.0, ADD.1);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (change, there) in portion.rows() {
                query = query
                    .bind(there.some(change.book_id))
                    .bind(&change.kind)
                    .bind(whole(change.millions, change.beyond).clamp(-MAX_CREDITS, MAX_CREDITS));
            }
            query.execute(c).await.map(drop)
        })
        .failed("summing the balances of books")?;
    }
    Ok(())
}

/// Stores the first spends of books, unless earlier ones are stored.
pub(in crate::usage) async fn add_first(
    db: &mut Connection<'_>,
    first: &BTreeMap<i64, Timestamp>,
) -> Result<(), Failure> {
    let rows: Vec<_> = first.iter().collect();
    for portion in padded(&rows, 2) {
        let text = portion.insert(db, ADD_FIRST.0, ADD_FIRST.1);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((book_id, at), there) in portion.rows() {
                query = query.bind(there.some(**book_id)).bind(at.micros());
            }
            query.execute(c).await.map(drop)
        })
        .failed("recording the first spend of a book")?;
    }
    Ok(())
}

/// Returns the standing of a book: the stored sums, and the changes by these writers since.
pub(in crate::usage) async fn read(
    db: &mut Connection<'_>,
    book_id: i64,
    writers: &[Writer],
) -> Result<CreditsByKind, Failure> {
    let rows: Vec<(String, i64)> = on_engine!(db, |c| sqlx::query_as(READ_BOOK)
        .bind(book_id)
        .fetch_all(c)
        .await)
    .failed("reading the balances of a book")?;
    let mut totals: CreditsByKind = rows.into_iter().collect();
    for portion in padded_arms(writers, 3) {
        let text = union(REST, 2, portion.count());
        let more: Vec<(String, i64, i64)> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text)).bind(book_id);
            for (writer, there) in portion.rows() {
                query = query.bind(there.some(writer.reached));
            }
            query.fetch_all(c).await
        })
        .failed("reading the balance changes of a book")?;
        for (kind, millions, beyond) in more {
            let known = totals.entry(kind).or_default();
            let sum = known.saturating_add(whole(millions, beyond));
            *known = sum.clamp(-MAX_CREDITS, MAX_CREDITS);
        }
    }
    Ok(totals)
}

/// Returns the time of the first stored spend of a book.
pub(in crate::usage) async fn first(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<Option<Timestamp>, Failure> {
    let at: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(FIRST)
        .bind(book_id)
        .fetch_optional(c)
        .await)
    .failed("reading the first spend of a book")?;
    Ok(at.map(Timestamp::from_micros))
}

/// Returns the credits of a book that holds reserve.
pub(in crate::usage) async fn held(db: &mut Connection<'_>, book_id: i64) -> Result<i64, Failure> {
    let (millions, beyond): (i64, i64) = on_engine!(db, |c| sqlx::query_as(HELD)
        .bind(book_id)
        .fetch_one(c)
        .await)
    .failed("reading the held credits of a book")?;
    Ok(whole(millions, beyond).min(MAX_CREDITS))
}

/// Returns the statements assembled here, for the test of the query plans.
#[cfg(test)]
pub(crate) fn texts() -> Vec<String> {
    vec![CHANGES.to_owned(), union(REST, 2, 2)]
}
