//! Verifying the books: every invariant that a database can contradict is asked for its contradictions.

use std::time::Duration;

use foundation::database::OwnReader;
use foundation::{Database, Failure};
use serde::{Deserialize, Serialize};

use super::store::checks::{self, Check};

/// Rows of a finding that are told by name.
const MOST_TOLD: usize = 20;

/// How long one question may take: SQLite's log grows while it reads, and PostgreSQL keeps dead rows.
pub(super) const LONGEST: Duration = Duration::from_mins(15);

/// Rows that contradict an invariant of the ledger's specification (c.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The invariant's number.
    pub invariant: u8,
    /// What the rows do.
    pub what: String,
    /// The rows' keys, the first few of them.
    pub rows: Vec<String>,
    /// How many rows there are; a thousand may be more.
    pub count: usize,
    /// The keys of the wallets that the rows are about, in order.
    pub wallets: Vec<i64>,
}

/// Everything in a database that contradicts the invariants; empty for sound books.
///
/// Each check is one statement and so sees one commit: the verification runs beside the work it checks. The connection
/// is its own, so that nobody who reads waits for it.
pub async fn verify(database: &Database) -> Result<Vec<Finding>, Failure> {
    let mut reader = database.own_reader(LONGEST).await?;
    let mut findings = Vec::new();
    for check in checks::all() {
        findings.extend(ask(&mut reader, check, None).await?);
    }
    reader.close().await?;
    Ok(findings)
}

/// Asks one question, of one book or of all.
pub(super) async fn ask(
    reader: &mut OwnReader,
    check: &Check,
    book_id: Option<i64>,
) -> Result<Option<Finding>, Failure> {
    let found = checks::run(&mut reader.connection().await?, check, book_id).await?;
    if found.is_empty() {
        return Ok(None);
    }
    let count = found.len();
    let mut wallets: Vec<i64> = found.iter().filter_map(|(_, wallet)| *wallet).collect();
    wallets.sort_unstable();
    wallets.dedup();
    let rows = found.into_iter().take(MOST_TOLD);
    Ok(Some(Finding {
        invariant: check.invariant,
        what: check.what.to_owned(),
        rows: rows.map(|(row, _)| row).collect(),
        count,
        wallets,
    }))
}
