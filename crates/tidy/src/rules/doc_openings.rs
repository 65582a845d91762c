//! Doc comments open with the subject of a sentence, not with a question word.

use crate::ceilings::{self, Figures, Measure};
use crate::lines::{GENERATED, crate_of, is_of_word};
use crate::{Finding, Tree};

const OPENING: Measure = Measure {
    name: "opening",
    unit: "of 100 doc comments open with a word such as What or Whether",
    per: 100,
    goal: 3,
    advice: "Begin with the subject or the verb: `Returns …`, `The table of …`.",
};
const WORDS: &[&str] = &[
    "What", "Who", "Whoever", "Whether", "How", "Where", "The same", "Those",
];

/// Finds crates with more odd openings than their ceilings allow.
pub fn check(tree: &Tree) -> Vec<Finding> {
    ceilings::exceeding(tree, count)
}

/// Counts the doc comments of each crate and of the web app that open with one of the words.
pub fn count(tree: &Tree, figures: &mut Figures) {
    for (path, source) in tree.ending_in(&[".rs", ".ts", ".tsx", ".mjs"]) {
        let marks: &[&str] = match path.rsplit_once('.') {
            Some((_, "rs")) => &["///", "//!"],
            _ if path.starts_with("web/") && !path.starts_with(GENERATED) => &["/**"],
            _ => continue,
        };
        let mut before = "";
        for (index, line) in source.lines().map(str::trim_start).enumerate() {
            let is_first = |mark: &&&str| !before.starts_with(**mark);
            let mut texts = marks.iter().filter(is_first);
            let text = texts.find_map(|mark| line.strip_prefix(*mark));
            before = line;
            let Some(text) = text else { continue };
            let tally = figures.tally(&OPENING, crate_of(path));
            tally.total += 1;
            if is_odd(text.trim_start()) {
                tally.add(format!("{path}:{}", index + 1));
            }
        }
    }
}

fn is_odd(text: &str) -> bool {
    WORDS.iter().any(|word| {
        text.strip_prefix(*word)
            .is_some_and(|rest| !rest.starts_with(is_of_word))
    })
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn odd_openings_are_found() {
        let odd = "//! What a file is for.\n\n/// Whether it is so.\n/// How so.\na\n    /// The same.\nb\n/// Those.\n";
        let good =
            "/// The sameness.\n/// What follows is no opening.\na\n/// Whatever.\nb\n".repeat(4);
        assert_found(
            check,
            &[
                ("crates/tidy/src/a.rs", odd),
                ("idp/src/a.rs", &good),
                ("product-api/src/a.rs", "// What this does.\n"),
                (
                    "web/src/a.ts",
                    "/** How. */\na\n/** Who. */\nb\n/** Who. */\nc\n/** Where. */\n",
                ),
            ],
            &["crates/tidy", "web"],
        );
    }
}
