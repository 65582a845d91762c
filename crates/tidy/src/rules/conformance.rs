//! The certification document names every test of a module of the OpenID Foundation's suite.

use std::collections::BTreeSet;

use super::documents::quoted;
use crate::{Finding, Tree};

const DOCUMENT: &str = "docs/idp/conformance.md";
const TESTS: &str = "idp/tests/it/conformance/";

/// Finds tests of modules that the document does not name. The rule about rows finds names of tests that do not exist.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let document = tree.text(DOCUMENT).unwrap_or_default();
    let named: BTreeSet<&str> = document.lines().flat_map(quoted).collect();
    tree.ending_in(&[".rs"])
        .filter(|(path, _)| path.starts_with(TESTS))
        .flat_map(|(path, source)| {
            let modules = source.lines().filter_map(module_of);
            modules.map(move |module| (path, format!("{path}::{module}")))
        })
        .filter(|(_, test)| !named.contains(test.as_str()))
        .map(|(path, test)| {
            Finding::for_file(
                path,
                format!("{DOCUMENT} does not name `{test}`"),
                "Name it in the row of its module, and say there how the server answers.",
            )
        })
        .collect()
}

/// Returns the module at the beginning of a line: `async fn name(suite) {`, whose argument has no type.
fn module_of(line: &str) -> Option<&str> {
    let (name, rest) = line
        .trim_start()
        .strip_prefix("async fn ")?
        .split_once('(')?;
    let (argument, _) = rest.split_once(')')?;
    (!argument.is_empty() && !argument.contains([':', '&'])).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn modules_that_the_document_does_not_name_are_found() {
        let tests = "modules! {\n    async fn oidcc_a(suite) {\n    }\n\n    async fn oidcc_b(suite) {\n    }\n}\n\n\
                     async fn helper(suite: &Suite) {}\n    async fn method(&self) {\n    }\n";
        assert_found(
            check,
            &[
                (
                    "docs/idp/conformance.md",
                    "| `oidcc-a` | yes | `idp/tests/it/conformance/a.rs::oidcc_a` |",
                ),
                ("idp/tests/it/conformance/a.rs", tests),
                ("idp/tests/it/other.rs", tests),
            ],
            &["idp/tests/it/conformance/a.rs"],
        );
    }
}
