//! What a rule has found: where, what, and what to do about it.

use std::fmt;

/// One breach of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, from the repository's root.
    pub path: String,
    /// The line, counted from 1; 0 when it is about the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub advice: String,
}

impl Finding {
    /// A breach at a line.
    pub fn at(path: &str, line: usize, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            line,
            what: what.into(),
            advice: advice.into(),
        }
    }

    /// A breach of a whole file.
    pub fn of(path: &str, what: impl Into<String>, advice: impl Into<String>) -> Self {
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
