//! Ceilings are as low as their figures, so that a figure that was lowered does not rise again.

use std::collections::BTreeSet;

use super::COUNTS;
use crate::ceilings::{Figures, TABLE};
use crate::{Finding, Tree};

/// Finds ceilings above their figures, and ceilings that are not above their goals.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let Some(table) = tree.text(TABLE) else {
        return Vec::new();
    };
    let mut figures = Figures::default();
    for count in COUNTS {
        count(tree, &mut figures);
    }
    let lowered = figures.lowered(tree);
    let retained: BTreeSet<&str> = lowered.lines().collect();
    let mut findings = Vec::new();
    for (index, line) in table.lines().enumerate() {
        if !retained.contains(line) {
            findings.push(Finding::at(
                TABLE,
                index + 1,
                format!("`{line}` is not as low as the figure"),
                "Run `cargo run --package tidy --bin figures` and commit the table.",
            ));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::{TABLE, check};

    #[test]
    fn ceilings_above_their_figures_are_found() {
        let sites = ("idp/src/a.rs", "struct Site;\n".repeat(5));
        let find = |table: &str, expected: &[&str]| {
            let tree = [(TABLE, table), (sites.0, sites.1.as_str())];
            assert_found(check, &tree, expected);
        };
        find("type_name Site 5\n", &[]);
        find("type_name Site 4\n", &[]);
        find("type_name Site 6\ntype_name Gone 4\n", &[TABLE, TABLE]);
    }
}
