//! Result of a rule: the place, the violation, and advice.

use std::fmt;

/// One violation of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, relative to the repository's root.
    pub path: String,
    /// The line, counted from 1; 0 for the file as a whole.
    pub line: usize,
    /// Description of the violation.
    pub what: String,
    /// Advice on how to fix it.
    pub advice: String,
}

impl Finding {
    /// Creates a finding at a line.
    pub fn at(path: &str, line: usize, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            line,
            what: what.into(),
            advice: advice.into(),
        }
    }

    /// Creates a finding about a whole file.
    pub fn for_file(path: &str, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::at(path, 0, what, advice)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            line,
            what,
            advice,
        } = self;
        if *line == 0 {
            write!(f, "{path}: {what}\n    {advice}")
        } else {
            write!(f, "{path}:{line}: {what}\n    {advice}")
        }
    }
}
