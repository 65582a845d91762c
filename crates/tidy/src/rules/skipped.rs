//! Every test runs: none is ignored, skipped, or the only one.

use crate::code::code_of;
use crate::{Finding, Tree};

/// Texts that skip a test in Rust, and in TypeScript.
const IN_RUST: &[&str] = &["#[ignore", ", ignore)]", ", ignore ="];
const IN_WEB: &[&str] = &[
    ".skip(",
    ".skip.",
    ".skipIf(",
    ".only(",
    ".only.",
    ".fixme(",
    ".todo(",
    "xit(",
    "xdescribe(",
];

/// Finds tests that do not run.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, source) in tree.ending_in(&[".rs"]) {
        findings.extend(found(path, &code_of(source), IN_RUST));
    }
    for (path, source) in tree.ending_in(&[".ts", ".tsx", ".mjs"]) {
        if path.contains(".test.") || path.contains("/e2e/") {
            findings.extend(found(path, source, IN_WEB));
        }
    }
    findings
}

fn found(path: &str, source: &str, marks: &[&str]) -> Vec<Finding> {
    source
        .lines()
        .enumerate()
        .filter_map(|(index, line)| {
            let mark = marks.iter().find(|mark| line.contains(*mark))?;
            Some(Finding::at(
                path,
                index + 1,
                format!("a test that does not run (`{mark}`)"),
                "Repair it, or remove it and write an issue. What the machine lacks is installed by scripts/test.",
            ))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn skipped_test_is_found() {
        assert_found(
            check,
            &[
                (
                    "idp/src/a/tests.rs",
                    "#[test]\n#[ignore = \"slow\"]\nfn x() {}",
                ),
                ("idp/src/b/tests.rs", "rows.iter().skip(1)"),
                ("web/src/a.test.ts", "it.skip(\"x\", f)"),
                ("web/src/a2.test.ts", "it.only.each(rows)"),
                ("web/src/b.ts", "rows.only(x)"),
            ],
            &[
                "idp/src/a/tests.rs",
                "web/src/a.test.ts",
                "web/src/a2.test.ts",
            ],
        );
    }
}
