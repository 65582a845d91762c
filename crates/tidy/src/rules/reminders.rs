//! No reminders: an issue is the place for open work.

use crate::code::has_word;
use crate::{Finding, Tree};

/// Concatenated, so that this file does not find itself.
const REMINDERS: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("X", "XX"),
    concat!("HA", "CK"),
];
const UNFINISHED: &[&str] = &[concat!("to", "do!("), concat!("unimple", "mented!(")];

/// Endings of files that are written by hand. Prose may mention reminders, so Markdown is left out.
const WRITTEN: &[&str] = &[
    ".rs",
    ".ts",
    ".tsx",
    ".mjs",
    ".js",
    ".jsonc",
    ".css",
    ".html",
    ".sql",
    ".toml",
    ".yml",
    ".conf",
    ".template",
    ".sh",
    "Makefile",
    "Dockerfile",
    ".env.example",
];

/// Finds reminders, and macros that replace missing code.
pub fn check(tree: &Tree) -> Vec<Finding> {
    tree.texts()
        .filter(|(path, _)| is_written(path))
        .flat_map(|(path, text)| {
            text.lines()
                .enumerate()
                .map(move |(index, line)| (path, index + 1, line))
        })
        .filter_map(|(path, number, line)| {
            let word = REMINDERS.iter().find(|word| has_word(line, word));
            let found = word.or_else(|| UNFINISHED.iter().find(|call| line.contains(*call)))?;
            Some(Finding::at(
                path,
                number,
                format!("a reminder (`{found}`)"),
                "Do it now, or write an issue; a comment says how things are.",
            ))
        })
        .collect()
}

fn is_written(path: &str) -> bool {
    let is_script = ["scripts/", ".ci/", "deploy/new-"]
        .iter()
        .any(|front| path.starts_with(front));
    is_script || WRITTEN.iter().any(|ending| path.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::{REMINDERS, UNFINISHED, check};

    #[test]
    fn reminders_are_found_everywhere_but_in_prose() {
        let comment = format!("-- {}: later", REMINDERS[0]);
        let call = format!("fn f() {{ {}) }}", UNFINISHED[0]);
        assert_found(
            check,
            &[
                ("README.md", &comment),
                ("idp/migrations/0001.sql", &comment),
                ("idp/src/app.rs", &call),
                ("idp/src/lib.rs", "fn todos() {}"),
                ("scripts/run", &comment),
            ],
            &["idp/migrations/0001.sql", "idp/src/app.rs", "scripts/run"],
        );
    }
}
