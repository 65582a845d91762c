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
            let meaning = meaning(&error);
            of_meaning(meaning, doing, error)
        })
    }
}

impl GroupCommitError {
    /// Returns the failure of one part of a shared transaction.
    pub(super) fn failure(self, doing: &str) -> Failure {
        match self {
            Self::AtCommit(error) => of_meaning(meaning(&error), doing, error)
                .with_commit_outcome(CommitOutcome::Unknown),
            Self::WithAnother => {
                Failure::busy(doing, self).with_commit_outcome(CommitOutcome::RolledBack)
            }
        }
    }
}

fn of_meaning(
    meaning: Meaning,
    doing: &str,
    error: impl Into<Box<dyn Error + Send + Sync>>,
) -> Failure {
    match meaning {
        Meaning::Broken => Failure::broken(doing, error),
        Meaning::Away => Failure::unavailable(doing, error),
        Meaning::Locked => Failure::busy(doing, error),
        Meaning::Undone => {
            Failure::busy(doing, error).with_commit_outcome(CommitOutcome::RolledBack)
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Broken,
    Away,
    Locked,
    Undone,
}

/// Returns true if PostgreSQL refused a write because its server or its session is read-only.
fn is_refused_write(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.is_some_and(|code| code == READ_ONLY)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a foreign enum that grows")]
fn meaning(error: &sqlx::Error) -> Meaning {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => Meaning::Away,
        sqlx::Error::PoolTimedOut => Meaning::Locked,
        sqlx::Error::Database(database) => database
            .code()
            .map_or(Meaning::Broken, |code| of_code(&code)),
        _ => Meaning::Broken,
    }
}

/// Classifies a code. PostgreSQL's SQLSTATEs have five characters, SQLite's result codes fewer.
fn of_code(code: &str) -> Meaning {
    if code.len() < 5 {
        return code.parse().map_or(Meaning::Broken, of_result_code);
    }
    match code {
        // lock_not_available.
        "55P03" => Meaning::Locked,
        // deadlock_detected, serialization_failure.
        "40P01" | "40001" => Meaning::Undone,
        // The server became a standby, or is read-only for now.
        READ_ONLY => Meaning::Away,
        // Connection exceptions, insufficient resources (such as a full disk), operator intervention, and disk errors.
        other
            if ["08", "53", "57", "58030"]
                .iter()
                .any(|class| other.starts_with(class)) =>
        {
            Meaning::Away
        }
        _ => Meaning::Broken,
    }
}

/// Classifies a result code of SQLite by its lowest byte, the primary code; the other bytes only add details.
fn of_result_code(code: u32) -> Meaning {
    match code & 0xff {
        // SQLITE_BUSY.
        5 => Meaning::Locked,
        // SQLITE_READONLY, INTERRUPT (at a deadline), IOERR, FULL, CANTOPEN.
        8 | 9 | 10 | 13 | 14 => Meaning::Away,
        _ => Meaning::Broken,
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
            ("55P03", Meaning::Locked),
            ("40P01", Meaning::Undone),
            ("40001", Meaning::Undone),
            ("08006", Meaning::Away),
            ("53100", Meaning::Away),
            ("57P01", Meaning::Away),
            // query_canceled, as by a statement_timeout.
            ("57014", Meaning::Away),
            ("58030", Meaning::Away),
            ("58P01", Meaning::Broken),
            ("25006", Meaning::Away),
            ("25001", Meaning::Broken),
            ("23505", Meaning::Broken),
            ("5", Meaning::Locked),
            // BUSY_RECOVERY, BUSY_SNAPSHOT, BUSY_TIMEOUT.
            ("261", Meaning::Locked),
            ("517", Meaning::Locked),
            ("773", Meaning::Locked),
            // READONLY, and one whose file was moved; IOERR, when writing, when syncing; FULL; CANTOPEN.
            ("8", Meaning::Away),
            ("1032", Meaning::Away),
            // INTERRUPT, as by a deadline.
            ("9", Meaning::Away),
            ("10", Meaning::Away),
            ("778", Meaning::Away),
            ("1034", Meaning::Away),
            ("13", Meaning::Away),
            ("14", Meaning::Away),
            // CONSTRAINT_UNIQUE, CORRUPT.
            ("2067", Meaning::Broken),
            ("11", Meaning::Broken),
            ("", Meaning::Broken),
        ];
        for (code, expected) in rows {
            assert_eq!(of_code(code), expected, "{code}");
        }
    }
}
