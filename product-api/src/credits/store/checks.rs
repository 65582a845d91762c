//! The invariants as questions: each statement gives the rows that contradict one, and the wallets they are about.
//!
//! Each is one statement and so sees one commit, on both engines; no question needs two. So the verification holds no
//! snapshot for longer than its longest statement: SQLite can take over its log in between, and PostgreSQL clean up.

use foundation::database::Failed;
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use super::checks_of_balances::BALANCES;
use super::checks_of_bookings::BOOKINGS;

/// One question. Its text gives a row's name and the key of a wallet, which may be null; `{in:x}` in it is true when
/// all books are asked for, and `x = $1` when one is.
#[derive(Clone, Copy, Debug)]
pub(in crate::credits) struct Check {
    /// The invariant's number.
    pub(in crate::credits) invariant: u8,
    /// What the rows do.
    pub(in crate::credits) what: &'static str,
    text: &'static str,
}

/// One question.
pub(super) const fn check(invariant: u8, what: &'static str, text: &'static str) -> Check {
    Check {
        invariant,
        what,
        text,
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

/// The first rows that contradict: of one book, or of all.
pub(in crate::credits) async fn run(
    db: &mut Connection<'_>,
    check: &Check,
    book_id: Option<i64>,
) -> Result<Vec<Contradiction>, Failure> {
    let text = format!(
        "{} LIMIT {MOST_ROWS}",
        narrowed(check.text, book_id.is_some())
    );
    on_engine!(db, |c| {
        let mut query = sqlx::query_as(AssertSqlSafe(text));
        if let Some(book_id) = book_id {
            query = query.bind(book_id);
        }
        query.fetch_all(c).await
    })
    .failed("verifying the books")
}

/// The text with its places filled.
fn narrowed(text: &str, is_one_book: bool) -> String {
    let mut parts = text.split("{in:");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (column, rest) = part.split_once('}').unwrap_or((part, ""));
        if is_one_book {
            whole.push_str(column);
            whole.push_str(" = $1");
        } else {
            whole.push_str("TRUE");
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
            assert!(
                narrowed(check.text, true).contains("= $1"),
                "{}",
                check.what
            );
            assert!(!narrowed(check.text, false).contains('$'), "{}", check.what);
        }
        assert_eq!(narrowed("a {in:x.y} b {in:z}", true), "a x.y = $1 b z = $1");
        assert_eq!(narrowed("a {in:x.y} b", false), "a TRUE b");
    }
}
