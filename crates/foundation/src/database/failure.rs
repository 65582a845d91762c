//! What a database error means: broken, away for now, or a lock that was not to be had.

use std::error::Error;

use super::part::Lost;
use crate::failure::{Failure, Fate};

/// Turns a database error into a failure that says what was being done.
pub trait Failed<T> {
    /// The failure, with `doing` as in "reading a session".
    fn failed(self, doing: &str) -> Result<T, Failure>;
}

impl<T> Failed<T> for Result<T, sqlx::Error> {
    fn failed(self, doing: &str) -> Result<T, Failure> {
        self.map_err(|error| {
            let meaning = meaning(&error);
            of_meaning(meaning, doing, error)
        })
    }
}

impl Lost {
    /// The failure of one part of a transaction that several shared.
    pub(super) fn failure(self, doing: &str) -> Failure {
        match self {
            Self::AtCommit(error) => {
                of_meaning(meaning(&error), doing, error).with_fate(Fate::Unknown)
            }
            Self::WithAnother => Failure::busy(doing, self).with_fate(Fate::Undone),
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
        Meaning::Undone => Failure::busy(doing, error).with_fate(Fate::Undone),
    }
}

#[derive(Clone, Copy)]
enum Meaning {
    Broken,
    Away,
    Locked,
    Undone,
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

/// PostgreSQL's five-character states and SQLite's result codes share no text.
fn of_code(code: &str) -> Meaning {
    match code {
        // lock_not_available; SQLITE_BUSY and _SNAPSHOT.
        "55P03" | "5" | "517" => Meaning::Locked,
        // deadlock_detected, serialization_failure.
        "40P01" | "40001" => Meaning::Undone,
        // SQLITE_READONLY, IOERR, FULL, CANTOPEN.
        "8" | "10" | "13" | "14" => Meaning::Away,
        // connection exceptions, insufficient resources, operator intervention.
        other
            if ["08", "53", "57"]
                .iter()
                .any(|class| other.len() == 5 && other.starts_with(class)) =>
        {
            Meaning::Away
        }
        _ => Meaning::Broken,
    }
}
