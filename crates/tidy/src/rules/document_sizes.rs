//! Documents have a maximum size, and decision records have one form.

use crate::{Finding, Tree};

/// Maximum size of a document, in bytes.
const MAX_BYTES: &[(&str, usize)] = &[
    ("ARCHITECTURE.md", 15_000),
    ("CHANGELOG.md", 8_000),
    ("idp/README.md", 8_000),
    ("product-api/README.md", 8_000),
];
const DECISIONS: &str = "docs/decisions/";
/// List of all decisions.
const INDEX: &str = "docs/decisions/README.md";
/// Maximum number of lines of a decision record.
const MAX_LINES: usize = 40;
/// Parts of a decision record, in this order.
const SECTIONS: &[&str] = &[
    "\nDate: 2",
    "\n## Context\n",
    "\n## Decision\n",
    "\n## Alternatives\n",
    "\n## Consequence\n",
];

/// Finds documents that are too long, and decision records that are too long, unlisted or malformed.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings: Vec<Finding> = MAX_BYTES
        .iter()
        .filter_map(|(path, most)| {
            let length = tree.text(path)?.len();
            (length > *most).then(|| {
                Finding::for_file(
                    path,
                    format!("{length} bytes; at most {most} are allowed"),
                    "Move a topic to a page under docs/, and keep a link to it.",
                )
            })
        })
        .collect();
    let index = tree.text(INDEX).unwrap_or_default();
    let mut number = 0_usize;
    for (path, text) in tree.ending_in(&[".md"]) {
        if path.starts_with(DECISIONS) && path != INDEX {
            number += 1;
            findings.extend(record(path, text, number, index));
        }
    }
    findings
}

/// Finds the violations of one decision record; `number` is its position among all.
fn record(path: &str, text: &str, number: usize, index: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let lines = text.lines().count();
    if lines > MAX_LINES {
        findings.push(Finding::for_file(
            path,
            format!("{lines} lines; a decision has at most {MAX_LINES}"),
            "Say less, or split the decision in two.",
        ));
    }
    let name = path.strip_prefix(DECISIONS).unwrap_or_default();
    let is_numbered =
        name.starts_with(&format!("{number:04}-")) && text.starts_with(&format!("# {number}. "));
    if !is_numbered {
        findings.push(Finding::for_file(
            path,
            format!("the file and its title do not begin with the number {number}"),
            "Number decisions without a gap: NNNN-title.md with the title `# N. Title`.",
        ));
    }
    if !has_sections(text) {
        findings.push(Finding::for_file(
            path,
            "the date or a section is missing or out of order",
            "Write a date, Context, Decision, Alternatives and Consequence.",
        ));
    }
    if !index.contains(&format!("({name})")) {
        findings.push(Finding::for_file(
            path,
            format!("{INDEX} does not list the decision"),
            "Add a line with a link to it.",
        ));
    }
    findings
}

/// Returns true if all sections are present in their order.
fn has_sections(text: &str) -> bool {
    let mut rest = text;
    for section in SECTIONS {
        let Some((_, after)) = rest.split_once(section) else {
            return false;
        };
        rest = after;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::{INDEX, check};

    const ONE: &str = "docs/decisions/0001-one.md";
    const TWO: &str = "docs/decisions/0002-two.md";

    /// Returns a decision record with this number and this many additional lines.
    fn decision(number: usize, more: usize) -> String {
        format!(
            "# {number}. Title\n\nDate: 2026-11-26\n\n## Context\n\nc\n\n## Decision\n\nd\n\n## Alternatives\n\na\n\n\
             ## Consequence\n\n{}",
            "e\n".repeat(more)
        )
    }

    #[test]
    fn documents_that_are_too_long_are_found() {
        let (long, short) = ("x".repeat(8_001), "x".repeat(8_000));
        assert_found(
            check,
            &[
                ("ARCHITECTURE.md", &"x".repeat(15_001)),
                ("CHANGELOG.md", &long),
                ("idp/README.md", &short),
                ("product-api/README.md", &long),
                ("web/README.md", &long),
            ],
            &["ARCHITECTURE.md", "CHANGELOG.md", "product-api/README.md"],
        );
    }

    #[test]
    fn decisions_out_of_form_are_found() {
        let index = "1. [One](0001-one.md)\n2. [Two](0002-two.md)\n";
        let (one, two) = (decision(1, 1), decision(2, 1));
        assert_found(check, &[(ONE, &one), (TWO, &two), (INDEX, index)], &[]);
        let long = decision(1, 30);
        let misnumbered = decision(3, 1);
        let unordered = one.replace("## Context", "## Consequence");
        assert_found(check, &[(ONE, &long), (TWO, &two), (INDEX, index)], &[ONE]);
        assert_found(
            check,
            &[(ONE, &one), (TWO, &misnumbered), (INDEX, index)],
            &[TWO],
        );
        assert_found(
            check,
            &[(ONE, &unordered), (TWO, &two), (INDEX, index)],
            &[ONE],
        );
        assert_found(check, &[(ONE, &one), (TWO, &two), (INDEX, "")], &[ONE, TWO]);
    }
}
