//! Classification of database errors: broken, unavailable, or a lock timeout.

use std::error::Error;

use sqlx::error::DatabaseError;

use super::refused_writes::note_refused_write;
use super::sqlite::group_commit::GroupCommitError;
use crate::failure::{CommitOutcome, Failure};

/// `read_only_sql_transaction`.
const READ_ONLY: &str = "25006";

/// Turns a database error into a failure that names the operation.
pub trait SqlResultExt<T> {
    /// Returns the failure; `doing` names the operation, as in "reading a session".
    fn failed(self, doing: &str) -> Result<T, Failure>;
}

impl<T> SqlResultExt<T> for Result<T, sqlx::Error> {
    fn failed(self, doing: &str) -> Result<T, Failure> {
        self.map_err(|error| {
            if is_refused_write(&error) {
                note_refused_write();
            }
            let class = classify(&error);
            failure_of_class(class, doing, error)
        })
    }
}

impl GroupCommitError {
    /// Returns the failure of one transaction of a group.
    pub(super) fn failure(self, doing: &str) -> Failure {
        match self {
            Self::Commit(error) => failure_of_class(classify(&error), doing, error)
                .with_commit_outcome(CommitOutcome::Unknown),
            Self::GroupRolledBack => {
                Failure::busy(doing, self).with_commit_outcome(CommitOutcome::RolledBack)
            }
        }
    }
}

fn failure_of_class(
    class: ErrorClass,
    doing: &str,
    error: impl Into<Box<dyn Error + Send + Sync>>,
) -> Failure {
    match class {
        ErrorClass::Broken => Failure::broken(doing, error),
        ErrorClass::Unavailable => Failure::unavailable(doing, error),
        ErrorClass::Locked => Failure::busy(doing, error),
        ErrorClass::RolledBack => {
            Failure::busy(doing, error).with_commit_outcome(CommitOutcome::RolledBack)
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ErrorClass {
    Broken,
    Unavailable,
    Locked,
    RolledBack,
}

/// Returns true if PostgreSQL refused a write because its server or its session is read-only.
fn is_refused_write(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.is_some_and(|code| code == READ_ONLY)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a foreign enum that grows")]
fn classify(error: &sqlx::Error) -> ErrorClass {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => ErrorClass::Unavailable,
        sqlx::Error::PoolTimedOut => ErrorClass::Locked,
        sqlx::Error::Database(database) => database
            .code()
            .map_or(ErrorClass::Broken, |code| classify_code(&code)),
        _ => ErrorClass::Broken,
    }
}

/// Classifies a code. PostgreSQL's SQLSTATEs have five characters, SQLite's result codes fewer.
fn classify_code(code: &str) -> ErrorClass {
    if code.len() < 5 {
        return code
            .parse()
            .map_or(ErrorClass::Broken, classify_result_code);
    }
    match code {
        // lock_not_available.
        "55P03" => ErrorClass::Locked,
        // deadlock_detected, serialization_failure.
        "40P01" | "40001" => ErrorClass::RolledBack,
        // The server became a standby, or is read-only for now.
        READ_ONLY => ErrorClass::Unavailable,
        // Connection exceptions, insufficient resources (such as a full disk), operator intervention, and disk errors.
        other
            if ["08", "53", "57", "58030"]
                .iter()
                .any(|class| other.starts_with(class)) =>
        {
            ErrorClass::Unavailable
        }
        _ => ErrorClass::Broken,
    }
}

/// Classifies a result code of SQLite by its lowest byte, the primary code; the other bytes only add details.
fn classify_result_code(code: u32) -> ErrorClass {
    match code & 0xff {
        // SQLITE_BUSY.
        5 => ErrorClass::Locked,
        // SQLITE_READONLY, INTERRUPT (at a deadline), IOERR, FULL, CANTOPEN.
        8 | 9 | 10 | 13 | 14 => ErrorClass::Unavailable,
        _ => ErrorClass::Broken,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // row: L14
    /// L14, N8: failures of a disk or of another process are not defects of this program, also with extended codes.
    #[test]
    fn codes_of_both_engines() {
        let rows = [
            ("55P03", ErrorClass::Locked),
            ("40P01", ErrorClass::RolledBack),
            ("40001", ErrorClass::RolledBack),
            ("08006", ErrorClass::Unavailable),
            ("53100", ErrorClass::Unavailable),
            ("57P01", ErrorClass::Unavailable),
            // query_canceled, as by a statement_timeout.
            ("57014", ErrorClass::Unavailable),
            ("58030", ErrorClass::Unavailable),
            ("58P01", ErrorClass::Broken),
            ("25006", ErrorClass::Unavailable),
            ("25001", ErrorClass::Broken),
            ("23505", ErrorClass::Broken),
            ("5", ErrorClass::Locked),
            // BUSY_RECOVERY, BUSY_SNAPSHOT, BUSY_TIMEOUT.
            ("261", ErrorClass::Locked),
            ("517", ErrorClass::Locked),
            ("773", ErrorClass::Locked),
            // READONLY, and one whose file was moved; IOERR, when writing, when syncing; FULL; CANTOPEN.
            ("8", ErrorClass::Unavailable),
            ("1032", ErrorClass::Unavailable),
            // INTERRUPT, as by a deadline.
            ("9", ErrorClass::Unavailable),
            ("10", ErrorClass::Unavailable),
            ("778", ErrorClass::Unavailable),
            ("1034", ErrorClass::Unavailable),
            ("13", ErrorClass::Unavailable),
            ("14", ErrorClass::Unavailable),
            // CONSTRAINT_UNIQUE, CORRUPT.
            ("2067", ErrorClass::Broken),
            ("11", ErrorClass::Broken),
            ("", ErrorClass::Broken),
        ];
        for (code, expected) in rows {
            assert_eq!(classify_code(code), expected, "{code}");
        }
    }
}
