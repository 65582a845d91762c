//! A `mod.rs` lists its module's files and has no logic.

use crate::code::{code_of, has_word, without_tests};
use crate::file_roles::{ROOTS_WITH_LOGIC, is_listed};
use crate::{Finding, Tree};

/// Finds functions in `mod.rs`, but not types of functions.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, source) in tree.ending_in(&["/mod.rs"]) {
        if is_listed(ROOTS_WITH_LOGIC, path) || path.contains("/tests/") {
            continue;
        }
        let code = without_tests(&code_of(source));
        let defines = |line: &str| has_word(line, "fn") && line.contains("fn ");
        let lines = code.lines().enumerate().filter(|(_, line)| defines(line));
        findings.extend(lines.map(|(index, _)| {
            Finding::at(
                path,
                index + 1,
                "a function in a module root",
                "Move it to a use case named for its verb, or to a domain file named for its noun; mod.rs lists and re-exports.",
            )
        }));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn function_in_a_module_root_is_found() {
        assert_found(
            check,
            &[
                (
                    "idp/src/protocol/keys/mod.rs",
                    "//! Keys.\nmod key;\npub fn rotate() {}\n",
                ),
                (
                    "idp/src/identity/users/mod.rs",
                    "//! A fn is not code here.\nmod user;\n#[cfg(test)]\nmod t { fn x() {} }\n",
                ),
            ],
            &["idp/src/protocol/keys/mod.rs"],
        );
    }
}
