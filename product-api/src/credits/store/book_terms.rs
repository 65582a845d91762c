//! Columns with the terms of books. Wallets are read together with them (`accounts::lock`).

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use crate::credits::ledger::terms::{BookTerms, RepaidBy};

const READ: &str = "SELECT restored_days, debt_repaid_by FROM book WHERE id = $1";

const SET: &str = "UPDATE book SET restored_days = $2, debt_repaid_by = $3 WHERE id = $1";

/// Terms, as columns of a book; null if the wallet's book is missing.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct TermsRow {
    restored_days: Option<i64>,
    debt_repaid_by: Option<i16>,
}

impl TermsRow {
    pub(super) fn read(&self) -> BookTerms {
        let usual = BookTerms::default();
        let days = self.restored_days.and_then(|days| u32::try_from(days).ok());
        BookTerms {
            restored_days: days.unwrap_or(usual.restored_days),
            debt_repaid_by: match self.debt_repaid_by {
                Some(1) => RepaidBy::Purchases,
                Some(_) | None => RepaidBy::AllGrants,
            },
        }
    }
}

/// Reads the terms of a book.
pub(crate) async fn read(db: &mut Connection<'_>, book_id: i64) -> Result<BookTerms, Failure> {
    let row: TermsRow = on_engine!(db, |c| sqlx::query_as(READ)
        .bind(book_id)
        .fetch_one(c)
        .await)
    .failed("reading the terms of a book")?;
    Ok(row.read())
}

/// Sets the terms of a book.
pub(crate) async fn set(
    db: &mut Connection<'_>,
    book_id: i64,
    terms: BookTerms,
) -> Result<(), Failure> {
    let repaid_by: i16 = match terms.debt_repaid_by {
        RepaidBy::AllGrants => 0,
        RepaidBy::Purchases => 1,
    };
    on_engine!(db, |c| sqlx::query(SET)
        .bind(book_id)
        .bind(i64::from(terms.restored_days))
        .bind(repaid_by)
        .execute(c)
        .await
        .map(drop))
    .failed("setting the terms of a book")
}
