//! Results of checks.

/// Result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No problem.
    Ok,
    /// Works, but an operator should look at it.
    Warning,
    /// Does not work.
    Failed,
}

impl Verdict {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Failed => "failed",
        }
    }
}

/// Result of a check, with advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) check: &'static str,
    pub(super) verdict: Verdict,
    pub(super) says: String,
}

impl Finding {
    pub(super) fn ok(check: &'static str, says: impl Into<String>) -> Self {
        Self::new(check, Verdict::Ok, says)
    }

    pub(super) fn warning(check: &'static str, says: impl Into<String>) -> Self {
        Self::new(check, Verdict::Warning, says)
    }

    pub(super) fn failed(check: &'static str, says: impl Into<String>) -> Self {
        Self::new(check, Verdict::Failed, says)
    }

    fn new(check: &'static str, verdict: Verdict, says: impl Into<String>) -> Self {
        Self {
            check,
            verdict,
            says: says.into(),
        }
    }
}
