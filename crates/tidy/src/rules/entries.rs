//! Large module folders have few entries, and the contract has few lines for each operation.

use std::collections::BTreeSet;

use crate::ceilings::{self, Figures, Measure};
use crate::{Finding, Tree};

const FOLDERS: &[(&str, Measure)] = &[
    ("idp/src", entries(14)),
    ("product-api/src/credits", entries(10)),
];
const CONTRACT: &str = "openapi/product-api.json";
const LINES: Measure = Measure {
    name: "contract_lines",
    unit: "lines for each operation",
    per: 0,
    goal: 230,
    advice: "Share headers, examples and responses under `components` by `$ref`.",
};

const fn entries(goal: usize) -> Measure {
    Measure {
        name: "entries",
        unit: "files and folders directly in it",
        per: 0,
        goal,
        advice: "Group the modules by layer or by subject.",
    }
}

/// Finds folders and contracts that are above their ceilings.
pub fn check(tree: &Tree) -> Vec<Finding> {
    ceilings::exceeding(tree, count)
}

/// Counts the entries of the folders and the lines of the contract for each operation.
pub fn count(tree: &Tree, figures: &mut Figures) {
    for (folder, measure) in FOLDERS {
        let inside = tree.texts().filter_map(|(path, _)| {
            let inside = path.strip_prefix(*folder)?.strip_prefix('/')?;
            inside.split('/').next()
        });
        for entry in inside.collect::<BTreeSet<&str>>() {
            figures.tally(measure, folder).add(entry.to_owned());
        }
    }
    if let Some(text) = tree.text(CONTRACT) {
        let operations = text.matches("\"operationId\"").count().max(1);
        figures.tally(&LINES, CONTRACT).count = text.lines().count().div_ceil(operations);
    }
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::{CONTRACT, check};

    #[test]
    fn crowded_folders_and_long_contracts_are_found() {
        let paths: Vec<String> = (0..15)
            .flat_map(|number| {
                [
                    format!("idp/src/a{number}/mod.rs"),
                    format!("idp/src/a{number}/b.rs"),
                ]
            })
            .chain((0..11).map(|number| format!("product-api/src/credits/{number}.rs")))
            .collect();
        let two = "\"operationId\"\n".repeat(2);
        let (long, most) = (two.clone() + &"x\n".repeat(459), two + &"x\n".repeat(458));
        let mut tree: Vec<(&str, &str)> = paths.iter().map(|path| (path.as_str(), "")).collect();
        tree.push((CONTRACT, &long));
        assert_found(
            check,
            &tree,
            &[CONTRACT, "product-api/src/credits", "idp/src"],
        );
        let mut tree: Vec<(&str, &str)> = tree.into_iter().skip(2).take(38).collect();
        tree.push((CONTRACT, &most));
        assert_found(check, &tree, &[]);
    }
}
