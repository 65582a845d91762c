//! Opaque failure: a technical error that the caller cannot handle; the outermost handler logs it once.

use std::error::Error;
use std::fmt;

/// Meaning of a failure for the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// A defect or damaged data: 500.
    Broken,
    /// A store or an upstream service is unavailable for now: 503, worth a retry.
    Unavailable,
    /// Another transaction held a lock for too long: 503, worth a retry.
    Busy,
}

/// State of the database transaction that a failure ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitOutcome {
    /// Not stated; the transaction is rolled back when it is dropped.
    Unspecified,
    /// The database rolled it back because of a deadlock or a serialization failure: a retry may succeed.
    RolledBack,
    /// The commit failed: it is unknown whether it was done, and only a retry of the request can find out.
    Unknown,
}

/// A technical error with its operation and its cause; clients never see it.
#[derive(Debug)]
pub struct Failure {
    doing: String,
    kind: FailureKind,
    commit_outcome: CommitOutcome,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl Failure {
    /// Creates a failure for a defect; `doing` names the operation, as in "reading the signing keys".
    pub fn broken(
        doing: impl Into<String>,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self {
            doing: doing.into(),
            kind: FailureKind::Broken,
            commit_outcome: CommitOutcome::Unspecified,
            cause: Some(cause.into()),
        }
    }

    /// Creates a failure for a store or an upstream service that does not respond.
    pub fn unavailable(
        doing: impl Into<String>,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self {
            doing: doing.into(),
            kind: FailureKind::Unavailable,
            commit_outcome: CommitOutcome::Unspecified,
            cause: Some(cause.into()),
        }
    }

    /// Creates a failure for a lock timeout.
    pub fn busy(doing: impl Into<String>, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self {
            doing: doing.into(),
            kind: FailureKind::Busy,
            commit_outcome: CommitOutcome::Unspecified,
            cause: Some(cause.into()),
        }
    }

    /// Creates a failure for a defect without a cause: the code saw a state that it believes impossible.
    pub fn defect(seen: impl Into<String>) -> Self {
        Self {
            doing: seen.into(),
            kind: FailureKind::Broken,
            commit_outcome: CommitOutcome::Unspecified,
            cause: None,
        }
    }

    /// Returns this failure with the state of its transaction.
    #[must_use]
    pub fn with_commit_outcome(mut self, commit_outcome: CommitOutcome) -> Self {
        self.commit_outcome = commit_outcome;
        self
    }

    /// Copies this failure for another caller that waited for the result; the copy has its cause as text.
    #[must_use]
    pub fn again(&self) -> Self {
        Self {
            doing: self.doing.clone(),
            kind: self.kind,
            commit_outcome: self.commit_outcome,
            cause: self.cause.as_ref().map(|cause| cause.to_string().into()),
        }
    }

    /// Returns the state of the transaction that this failure ended: its commit may be done or undone.
    pub fn commit_outcome(&self) -> CommitOutcome {
        self.commit_outcome
    }

    /// Returns the meaning for the caller.
    pub fn kind(&self) -> FailureKind {
        self.kind
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.doing)?;
        let mut cause = self.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            // A failure inside a failure has written the rest of the chain itself.
            cause = if error.is::<Self>() {
                None
            } else {
                error.source()
            };
        }
        Ok(())
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_deref().map(|cause| {
            let cause: &(dyn Error + 'static) = cause;
            cause
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_displays_its_whole_chain() {
        let inner = Failure::unavailable("asking the database", "connection refused");
        let outer = Failure::broken("reading the keys", inner);
        assert_eq!(
            outer.to_string(),
            "reading the keys: asking the database: connection refused"
        );
    }
}
