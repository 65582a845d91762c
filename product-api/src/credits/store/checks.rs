//! Checks of the invariants: each statement returns the rows that violate one, with their wallets.
//!
//! Each check is one statement, which sees one commit on both engines; no check needs two. So the verification holds no
//! snapshot for longer than its longest statement: in between SQLite can checkpoint its log, and PostgreSQL can vacuum.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

pub(crate) use super::check::Check;
use super::checks_of_balances::BALANCES;
use super::checks_of_bookings::BOOKINGS;
use super::checks_of_money::MONEY;

/// A row that violates an invariant, and its wallet.
pub(crate) type Contradiction = (String, Option<i64>);

/// Maximum number of rows that one check returns.
pub(crate) const MAX_ROWS: usize = 1000;

/// Returns all checks.
pub(crate) fn all() -> impl Iterator<Item = &'static Check> {
    BOOKINGS.iter().chain(BALANCES).chain(MONEY)
}

/// Returns the first violating rows of one book or of all. A check of rows without a book returns none for one book.
pub(crate) async fn run(
    db: &mut Connection<'_>,
    check: &Check,
    book_id: Option<i64>,
) -> Result<Vec<Contradiction>, Failure> {
    if check.is_of_all && book_id.is_some() {
        return Ok(Vec::new());
    }
    let text = text_of(check, book_id.is_some());
    on_engine!(db, |c| {
        let mut query = sqlx::query_as(AssertSqlSafe(text));
        if let Some(book_id) = book_id {
            query = query.bind(book_id);
        }
        query.fetch_all(c).await
    })
    .failed("verifying the books")
}

/// Returns the statement of a check.
pub(crate) fn text_of(check: &Check, is_one_book: bool) -> String {
    format!("{} LIMIT {MAX_ROWS}", narrowed(check.text, is_one_book))
}

/// Tenant of a book's idempotency keys.
const TENANT: &str = "(SELECT one.website_id || ':' || one.mode FROM book one WHERE one.id = $1)";

/// Replaces the placeholders of a text.
fn narrowed(text: &str, is_one_book: bool) -> String {
    let mut parts = text.split('{');
    let mut statement = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (placeholder, rest) = part.split_once('}').unwrap_or((part, ""));
        let (kind, column) = placeholder.split_once(':').unwrap_or((placeholder, ""));
        match (is_one_book, kind) {
            (false, _) => statement.push_str("TRUE"),
            (true, "tenant") => statement.push_str(&[column, " = ", TENANT].concat()),
            (true, _) => statement.push_str(&[column, " = $1"].concat()),
        }
        statement.push_str(rest);
    }
    statement
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_runs_for_one_book() {
        for check in all() {
            let is_narrow = narrowed(check.text, true).contains("= $1");
            assert_ne!(is_narrow, check.is_of_all, "{}", check.what);
            assert!(!narrowed(check.text, false).contains('$'), "{}", check.what);
        }
        assert_eq!(narrowed("a {in:x.y} b {in:z}", true), "a x.y = $1 b z = $1");
        assert_eq!(narrowed("a {in:x.y} b", false), "a TRUE b");
        let of_tenant = narrowed("a {tenant:x.y} b", true);
        assert_eq!(of_tenant, format!("a x.y = {TENANT} b"));
    }
}
