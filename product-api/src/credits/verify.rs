//! Verifying the books: every invariant that a database can contradict is asked for its contradictions.

use foundation::{Database, Failure};

use super::store::checks::{self, CHECKS};

/// Rows that contradict an invariant of the ledger's specification (c.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The invariant's number.
    pub invariant: u8,
    /// What the rows do.
    pub what: &'static str,
    /// The rows' keys, the first few of them.
    pub rows: Vec<String>,
}

/// Everything in a database that contradicts the invariants; empty for sound books.
///
/// Each check is one statement and so sees one instant: the verification runs beside the work it checks.
pub async fn verify(database: &Database) -> Result<Vec<Finding>, Failure> {
    let mut findings = Vec::new();
    let mut reader = database.reader().await?;
    let mut db = reader.connection();
    for check in CHECKS {
        let rows = checks::run(&mut db, check).await?;
        if !rows.is_empty() {
            findings.push(Finding {
                invariant: check.invariant,
                what: check.what,
                rows,
            });
        }
    }
    Ok(findings)
}
