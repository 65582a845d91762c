//! The invariants as questions: each statement gives the rows that contradict one, and the wallets they are about.
//!
//! Each is one statement and so sees one commit, on both engines; no question needs two. So the verification holds no
//! snapshot for longer than its longest statement: SQLite can take over its log in between, and PostgreSQL clean up.

use foundation::database::Failed;
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use super::checks_of_balances::BALANCES;
use super::checks_of_bookings::BOOKINGS;

/// One question. Its text gives a row's name and the key of a wallet, which may be null. Where all books are asked for,
/// `{in:x}` in it is true; where one is, `x = $1`, and `{tenant:x}` names the tenant of that book's keys.
///
/// No question may cost more than what it looks through: nothing in it scans a table for each row of another, and where
/// one book is asked for it begins at that book's rows (a test counts the engine's steps).
#[derive(Clone, Copy, Debug)]
pub(in crate::credits) struct Check {
    /// The invariant's number.
    pub(in crate::credits) invariant: u8,
    /// What the rows do.
    pub(in crate::credits) what: &'static str,
    text: &'static str,
    /// Whether it can be asked of all books only.
    pub(in crate::credits) is_of_all: bool,
}

/// One question.
pub(super) const fn check(invariant: u8, what: &'static str, text: &'static str) -> Check {
    Check {
        invariant,
        what,
        text,
        is_of_all: false,
    }
}

/// A question about rows that are in no book.
pub(super) const fn check_of_all(invariant: u8, what: &'static str, text: &'static str) -> Check {
    Check {
        is_of_all: true,
        ..check(invariant, what, text)
    }
}

/// A row that contradicts, and the wallet that it is about.
pub(in crate::credits) type Contradiction = (String, Option<i64>);

/// The most rows that one question gives.
pub(in crate::credits) const MOST_ROWS: usize = 1000;

/// All questions.
pub(in crate::credits) fn all() -> impl Iterator<Item = &'static Check> {
    BOOKINGS.iter().chain(BALANCES)
}

/// The first rows that contradict: of one book, or of all. A question about rows in no book has no answer for one.
pub(in crate::credits) async fn run(
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

/// The statement.
pub(in crate::credits) fn text_of(check: &Check, is_one_book: bool) -> String {
    format!("{} LIMIT {MOST_ROWS}", narrowed(check.text, is_one_book))
}

/// The tenant of a book's keys.
const TENANT: &str = "(SELECT one.website_id || ':' || one.mode FROM book one WHERE one.id = $1)";

/// The text with its places filled.
fn narrowed(text: &str, is_one_book: bool) -> String {
    let mut parts = text.split('{');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (place, rest) = part.split_once('}').unwrap_or((part, ""));
        let (kind, column) = place.split_once(':').unwrap_or((place, ""));
        match (is_one_book, kind) {
            (false, _) => whole.push_str("TRUE"),
            (true, "tenant") => whole.push_str(&[column, " = ", TENANT].concat()),
            (true, _) => whole.push_str(&[column, " = $1"].concat()),
        }
        whole.push_str(rest);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_can_be_asked_of_one_book() {
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
