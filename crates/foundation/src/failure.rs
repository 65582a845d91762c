//! The opaque failure: machinery broke, the caller can do nothing about it, the edge logs it once.

use std::error::Error;
use std::fmt;

/// What a failure means to the one who asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A defect or damaged data: 500.
    Broken,
    /// A store or neighbour is away for now: 503, worth another try.
    Unavailable,
    /// The row was held by somebody else for too long: 503, worth another try.
    Busy,
}

/// What became of the database transaction that a failure ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing is said: it leaves no trace when it is dropped.
    Unsaid,
    /// It met another (a deadlock, a serialization failure) and the database undid it whole: run anew, it may succeed.
    Undone,
    /// It failed at its commit: whether it was done is not known, and only asking again tells.
    Unknown,
}

/// Machinery broke. Says what was being done and keeps its cause; never shown to a caller.
#[derive(Debug)]
pub struct Failure {
    doing: String,
    kind: Kind,
    fate: Fate,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl Failure {
    /// A defect: `doing` says what was being done, as in "reading the signing keys".
    pub fn broken(
        doing: impl Into<String>,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self {
            doing: doing.into(),
            kind: Kind::Broken,
            fate: Fate::Unsaid,
            cause: Some(cause.into()),
        }
    }

    /// A store or neighbour that does not answer.
    pub fn unavailable(
        doing: impl Into<String>,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self {
            doing: doing.into(),
            kind: Kind::Unavailable,
            fate: Fate::Unsaid,
            cause: Some(cause.into()),
        }
    }

    /// A lock that was not to be had in time.
    pub fn busy(doing: impl Into<String>, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self {
            doing: doing.into(),
            kind: Kind::Busy,
            fate: Fate::Unsaid,
            cause: Some(cause.into()),
        }
    }

    /// A defect that has no further cause: something that the code believes impossible was seen.
    pub fn defect(seen: impl Into<String>) -> Self {
        Self {
            doing: seen.into(),
            kind: Kind::Broken,
            fate: Fate::Unsaid,
            cause: None,
        }
    }

    /// This failure, ending a transaction in this way.
    #[must_use]
    pub fn with_fate(mut self, fate: Fate) -> Self {
        self.fate = fate;
        self
    }

    /// The same for another who waited for the same; its cause is told in words.
    #[must_use]
    pub fn again(&self) -> Self {
        Self {
            doing: self.doing.clone(),
            kind: self.kind,
            fate: self.fate,
            cause: self.cause.as_ref().map(|cause| cause.to_string().into()),
        }
    }

    /// What became of the transaction that it ended.
    pub fn fate(&self) -> Fate {
        self.fate
    }

    /// What it means to the one who asked.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.doing)?;
        let mut cause = self.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            // A failure inside a failure has told the rest of the chain itself.
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
    fn a_failure_tells_its_whole_chain() {
        let inner = Failure::unavailable("asking the database", "connection refused");
        let outer = Failure::broken("reading the keys", inner);
        assert_eq!(
            outer.to_string(),
            "reading the keys: asking the database: connection refused"
        );
    }
}
