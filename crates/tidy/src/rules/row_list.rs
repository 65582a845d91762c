//! `docs/rows.md` lists, for each requirement and attack, the tests that name it in a comment `// row: A12`.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Finding, Tree};

/// The list. Its headings and rows are written by hand, the tests below each row by `src/bin/rows.rs`.
pub const LIST: &str = "docs/rows.md";
const MARK: &str = "// row: ";
/// Prefix of a line of the list that names a test.
const TEST: &str = "- `";
/// Words before the reason of a row without a test.
const EXCUSE: &str = "No test: ";
const COMMAND: &str = "Run `cargo run --package tidy --bin rows` and commit the list.";

/// A comment that names rows, and the test below it.
struct RowComment<'t> {
    path: &'t str,
    line: usize,
    rows: Vec<&'t str>,
    test: Option<&'t str>,
}

/// Finds comments without a test or with an unknown row, rows without a test or with a test and an excuse, and an
/// outdated list.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let text = tree.text(LIST).unwrap_or_default();
    let marks = marks(tree);
    let mut findings = misplaced(text, &marks);
    let tests = tests_by_row(&marks);
    let mut seen = BTreeSet::new();
    for (index, line) in text.lines().enumerate() {
        let Some(row) = row_of(line) else {
            continue;
        };
        match (tests.contains_key(row), line.contains(EXCUSE)) {
            (false, false) => findings.push(Finding::at(
                LIST,
                index + 1,
                format!("no test names the row {row}"),
                format!(
                    "Put `{MARK}{row}` above its test, or say why there is none behind `{EXCUSE}`."
                ),
            )),
            (true, true) => findings.push(Finding::at(
                LIST,
                index + 1,
                format!("the row {row} has tests, and a reason for having none"),
                format!("Remove the text from `{EXCUSE}` on."),
            )),
            (true, false) | (false, true) => {}
        }
        if !seen.insert(row) {
            findings.push(Finding::at(
                LIST,
                index + 1,
                format!("the row {row} is listed twice"),
                "Give each row an id of its own.",
            ));
        }
    }
    if text != written(tree) {
        findings.push(Finding::for_file(
            LIST,
            "the list differs from the comments above the tests",
            COMMAND,
        ));
    }
    findings
}

/// Returns the list with the tests that the comments name.
pub fn written(tree: &Tree) -> String {
    let marks = marks(tree);
    let tests = tests_by_row(&marks);
    let mut list = String::new();
    let retained = tree.text(LIST).unwrap_or_default().lines();
    for line in retained.filter(|line| !line.starts_with(TEST)) {
        list.push_str(line);
        list.push('\n');
        let of_row = row_of(line).and_then(|row| tests.get(row));
        for test in of_row.into_iter().flatten() {
            list.push_str(TEST);
            list.push_str(test);
            list.push_str("`\n");
        }
    }
    list
}

/// Returns true if a line of a source names rows.
pub(super) fn is_mark(line: &str) -> bool {
    line.trim_start().starts_with(MARK)
}

/// Finds comments without a following test, or with rows that the list lacks.
fn misplaced(text: &str, marks: &[RowComment<'_>]) -> Vec<Finding> {
    let listed: BTreeSet<&str> = text.lines().filter_map(row_of).collect();
    let mut findings = Vec::new();
    for mark in marks {
        if mark.test.is_none() {
            findings.push(Finding::at(
                mark.path,
                mark.line,
                "no test follows the comment that names a row",
                "Put the comment right above the test and its attributes.",
            ));
        }
        let unknown = mark.rows.iter().filter(|row| !listed.contains(*row));
        findings.extend(unknown.map(|row| {
            Finding::at(
                mark.path,
                mark.line,
                format!("there is no row {row}"),
                format!("Add the row to {LIST}, or name one that is there."),
            )
        }));
    }
    findings
}

/// Returns the comments that name rows, in the order of the files.
fn marks(tree: &Tree) -> Vec<RowComment<'_>> {
    tree.ending_in(&[".rs", ".ts"])
        .flat_map(|(path, source)| marks_of(path, source))
        .collect()
}

/// Returns the comments of one file that name rows.
fn marks_of<'t>(path: &'t str, source: &'t str) -> Vec<RowComment<'t>> {
    let mut marks = Vec::new();
    for (index, line) in source.lines().enumerate() {
        if let Some(rows) = line.trim_start().strip_prefix(MARK) {
            let below = source.lines().skip(index + 1).map(str::trim);
            marks.push(RowComment {
                path,
                line: index + 1,
                rows: rows.split(',').map(str::trim).collect(),
                test: below.take_while(|line| !line.is_empty()).find_map(test_of),
            });
        }
    }
    marks
}

/// Returns the name of a test that begins on a line, in Rust or in TypeScript.
fn test_of(line: &str) -> Option<&str> {
    if line.starts_with("//") {
        return None;
    }
    let in_rust = line
        .split_once("fn ")
        .and_then(|(_, rest)| rest.split_once('('));
    let in_web = line
        .split_once("test(\"")
        .and_then(|(_, rest)| rest.split_once('"'));
    in_rust.or(in_web).map(|(name, _)| name)
}

/// Returns the tests of each row, as `path::name`.
fn tests_by_row<'t>(marks: &[RowComment<'t>]) -> BTreeMap<&'t str, BTreeSet<String>> {
    let mut tests: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for mark in marks {
        let Some(test) = mark.test else {
            continue;
        };
        for row in &mark.rows {
            let name = format!("{}::{test}", mark.path);
            tests.entry(*row).or_default().insert(name);
        }
    }
    tests
}

/// Returns the id of a row from its line in the list: `**A12** Unknown response mode.`
fn row_of(line: &str) -> Option<&str> {
    let (row, _) = line.strip_prefix("**")?.split_once("** ")?;
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::{LIST, check, written};
    use crate::Tree;

    const RUST: (&str, &str) = (
        "idp/tests/it/a.rs",
        "// row: A1, B2\n#[tokio::test]\nasync fn a1_works() {}\n",
    );
    const WEB: (&str, &str) = (
        "web/e2e/a.e2e.ts",
        "// row: A1\ntest(\"it works\", async () => {});\n",
    );
    const BARE: &str =
        "# Rows\n\n**A1** One.\n\n**B2** Two.\n\n**C3** Three. No test: none of ours.\n";

    #[test]
    fn list_has_the_tests_that_comments_name() {
        let tree = Tree::from_pairs([(LIST, BARE), RUST, WEB]);
        let list = written(&tree);
        let expected = "# Rows\n\n**A1** One.\n- `idp/tests/it/a.rs::a1_works`\n- `web/e2e/a.e2e.ts::it works`\n\n\
                        **B2** Two.\n- `idp/tests/it/a.rs::a1_works`\n\n**C3** Three. No test: none of ours.\n";
        assert_eq!(list, expected);
        assert_found(check, &[(LIST, &list), RUST, WEB], &[]);
        assert_found(check, &[(LIST, BARE), RUST, WEB], &[LIST]);
        assert_found(check, &[(LIST, &list), RUST], &[LIST]);
    }

    #[test]
    fn comments_and_rows_that_lead_nowhere_are_found() {
        let list = "**A1** One.\n- `idp/tests/it/a.rs::a1`\n\n**B2** Two.\n\n**B2** Two again. No test: x.\n";
        let test = ("idp/tests/it/a.rs", "// row: A1, D4\nfn a1() {}\n");
        let untested = ("idp/tests/it/b.rs", "// row: A1\n\nfn b() {}\n");
        assert_found(
            check,
            &[(LIST, list), test, untested],
            &["idp/tests/it/a.rs", "idp/tests/it/b.rs", LIST, LIST],
        );
        let excused = "**A1** One. No test: x.\n- `idp/tests/it/a.rs::a1`\n";
        let test = ("idp/tests/it/a.rs", "// row: A1\nfn a1() {}\n");
        assert_found(check, &[(LIST, excused), test], &[LIST]);
    }
}
