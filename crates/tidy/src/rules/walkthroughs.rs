//! The walkthroughs in ARCHITECTURE.md name files that exist and a test of the same process.

use super::documents::quoted;
use crate::{Finding, Tree};

const MAP: &str = "ARCHITECTURE.md";
const SECTION: &str = "\n## Three walkthroughs\n";
/// Number of walkthroughs.
const COUNT: usize = 3;
/// Minimum number of files that a walkthrough names.
const MIN_FILES: usize = 5;

/// Finds missing walkthroughs, files that do not exist, and walkthroughs with few files or without a test.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let text = tree.text(MAP).unwrap_or_default();
    let section = text.split(SECTION).nth(1).unwrap_or_default();
    let section = section.split("\n## ").next().unwrap_or_default();
    let walkthroughs: Vec<&str> = section.split("\n### ").skip(1).collect();
    let mut findings = Vec::new();
    if walkthroughs.len() != COUNT {
        findings.push(Finding::for_file(
            MAP,
            format!("{} walkthroughs instead of {COUNT}", walkthroughs.len()),
            "Describe a spend, a sign-in and a webhook delivery, each under a heading of its own.",
        ));
    }
    for walkthrough in walkthroughs {
        findings.extend(breaches(tree, walkthrough));
    }
    findings
}

/// Finds the violations of one walkthrough; its first line is its title.
fn breaches(tree: &Tree, walkthrough: &str) -> Vec<Finding> {
    let title = walkthrough.lines().next().unwrap_or_default();
    let names: Vec<&str> = walkthrough.lines().flat_map(quoted).collect();
    let (tests, others): (Vec<&str>, Vec<&str>) =
        names.into_iter().partition(|name| name.contains("::"));
    let files: Vec<&str> = others.into_iter().filter(|name| is_file(name)).collect();
    let mut findings: Vec<Finding> = files
        .iter()
        .filter(|file| tree.text(file).is_none())
        .map(|file| {
            Finding::for_file(
                MAP,
                format!("\"{title}\" names `{file}`, which does not exist"),
                "Name the file that does this step now.",
            )
        })
        .collect();
    if files.len() < MIN_FILES {
        findings.push(Finding::for_file(
            MAP,
            format!("\"{title}\" names {} files", files.len()),
            format!("Name the file of each step, at least {MIN_FILES}."),
        ));
    }
    if !tests
        .iter()
        .any(|test| test.contains("/tests/") || test.contains("/e2e/"))
    {
        findings.push(Finding::for_file(
            MAP,
            format!("\"{title}\" names no test"),
            "Name a test of this story as `path::name`.",
        ));
    }
    findings
}

/// Returns true if a name is the path of a source file.
fn is_file(name: &str) -> bool {
    name.contains('/')
        && name
            .rsplit_once('.')
            .is_some_and(|(_, ending)| ending == "rs")
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::{MAP, check};

    /// Returns a document with three walkthroughs, each with these words after its files.
    fn map(files: &str, end: &str) -> String {
        let one = |title: &str| format!("### {title}\n\n1. {files}\n\n{end}\n\n");
        format!(
            "# Map\n\n## Three walkthroughs\n\n{}{}{}## Glossary\n\n`idp/src/gone.rs`\n",
            one("A"),
            one("B"),
            one("C")
        )
    }

    #[test]
    fn walkthroughs_without_files_or_tests_are_found() {
        let files = "`a/1.rs` `a/2.rs` `a/3.rs` `a/4.rs` `a/5.rs`";
        let test = "Test: `idp/tests/it/a.rs::a_story`.";
        let sources = [
            ("a/1.rs", ""),
            ("a/2.rs", ""),
            ("a/3.rs", ""),
            ("a/4.rs", ""),
            ("a/5.rs", ""),
        ];
        let found = |map: &str, expected: &[&str]| {
            let mut tree = vec![(MAP, map)];
            tree.extend(sources);
            assert_found(check, &tree, expected);
        };
        found(&map(files, test), &[]);
        found(&map(files, "No test."), &[MAP, MAP, MAP]);
        found(&map("`a/1.rs`", test), &[MAP, MAP, MAP]);
        let gone = files.replace("5.rs", "6.rs");
        found(&map(&gone, test), &[MAP, MAP, MAP]);
        found("# Map\n\n## Three walkthroughs\n\n", &[MAP]);
    }
}
