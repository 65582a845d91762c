//! Every exception from a lint has a reason.

use crate::code::code_of;
use crate::{Finding, Tree};

/// Finds `allow` and `expect` attributes without a reason.
pub fn check(tree: &Tree) -> Vec<Finding> {
    tree.ending_in(&[".rs"])
        .flat_map(|(path, source)| in_source(path, source))
        .collect()
}

fn in_source(path: &str, source: &str) -> Vec<Finding> {
    let code = code_of(source);
    let mut findings = Vec::new();
    for name in ["allow(", "expect("] {
        for (at, _) in code.match_indices(name) {
            let front = code.get(..at).unwrap_or_default();
            if !(front.ends_with("#[") || front.ends_with("#![")) {
                continue;
            }
            let attribute = code
                .get(at..)
                .and_then(|rest| rest.split(")]").next())
                .unwrap_or_default();
            if !attribute.contains("reason =") {
                findings.push(Finding::at(
                    path,
                    front.matches('\n').count() + 1,
                    "an exception from a lint without its reason",
                    "Write #[expect(the_lint, reason = \"why it is right here\")]; it goes away by itself.",
                ));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn an_exception_without_a_reason_is_found() {
        assert_found(
            check,
            &[
                ("a.rs", "#[allow(dead_code)]\nfn x() {}"),
                (
                    "b.rs",
                    "#![expect(\n    clippy::panic,\n    reason = \"a test (of a kind) may\"\n)]",
                ),
                ("c.rs", "x.expect(\"text\"); // #[allow(x)]"),
            ],
            &["a.rs"],
        );
    }
}
