//! Verifies the books: for every invariant that rows can violate, a query finds the violations.

use std::time::Duration;

use foundation::database::DedicatedReader;
use foundation::{Database, Failure};

use crate::credits::store::checks;
use crate::credits::store::checks::Check;
use crate::credits::store::verifications::Finding;

/// Limit of the rows that a finding names.
const MAX_REPORTED: usize = 20;

/// Timeout of one check: SQLite's log grows while it reads, and PostgreSQL keeps dead rows.
pub(crate) const CHECK_TIMEOUT: Duration = Duration::from_mins(15);

/// Returns all rows of a database that violate the invariants; none for sound books.
///
/// Each check is one statement and so sees one commit: operations continue during the verification. The connection is its own,
/// so that no other reader waits for it.
pub async fn verify(database: &Database) -> Result<Vec<Finding>, Failure> {
    let mut reader = database.dedicated_reader(CHECK_TIMEOUT).await?;
    let mut findings = Vec::new();
    for check in checks::all() {
        findings.extend(ask(&mut reader, check, None).await?);
    }
    reader.close().await?;
    Ok(findings)
}

/// Executes one check, on one book or on all.
pub(crate) async fn ask(
    reader: &mut DedicatedReader,
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
    let rows = found.into_iter().take(MAX_REPORTED);
    Ok(Some(Finding {
        invariant: check.invariant,
        what: check.what.to_owned(),
        rows: rows.map(|(row, _)| row).collect(),
        count,
        wallets,
    }))
}
