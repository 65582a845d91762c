//! Dependencies between our crates follow the plan; the idp does not depend on the product's back end.

use crate::layers::CRATES;
use crate::{Finding, Tree};

/// Finds dependencies between our crates that are not in the plan, and unknown crates.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let names: Vec<&str> = CRATES.iter().map(|(folder, _)| name_of(folder)).collect();
    let mut findings = Vec::new();
    for (path, text) in tree.ending_in(&["/Cargo.toml"]) {
        let folder = path.trim_end_matches("/Cargo.toml");
        let Some((_, allowed)) = CRATES.iter().find(|(known, _)| *known == folder) else {
            findings.push(Finding::for_file(
                path,
                "a crate that is not in the plan",
                "A crate is right when it knows nothing of the product, or when a border must be held by the compiler; \
                 else a module suffices. If it is right, put it into CRATES in crates/tidy/src/layers.rs.",
            ));
            continue;
        };
        for (index, line) in text.lines().enumerate() {
            let dependency = line.split(['.', '=', ' ']).next().unwrap_or_default();
            let is_ours = names.contains(&dependency) && line.contains("workspace = true");
            if is_ours && !allowed.contains(&dependency) {
                findings.push(Finding::at(
                    path,
                    index + 1,
                    format!("{folder} depends on {dependency}"),
                    "The plan (CRATES in crates/tidy/src/layers.rs) has no such dependency. Services use HTTP; a test \
                     of both is a journey.",
                ));
            }
        }
    }
    findings
}

fn name_of(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap_or(folder)
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn unplanned_dependency_and_unknown_crate_are_found() {
        assert_found(
            check,
            &[
                ("crates/gadgets/Cargo.toml", "[dependencies]\n"),
                (
                    "crates/tollgate/Cargo.toml",
                    "[dependencies]\nidp.workspace = true\n",
                ),
                (
                    "idp/Cargo.toml",
                    "[package]\nname = \"idp\"\n[dev-dependencies]\nproduct-api.workspace = true\n",
                ),
            ],
            &["crates/gadgets/Cargo.toml", "idp/Cargo.toml"],
        );
    }
}
