//! Domain files are pure: no waiting, no HTTP, no SQL, no clock, no randomness.

use crate::code::{code_of, has_word, without_tests};
use crate::file_roles::{FileRole, HTTP_MODULES, is_listed, role_of};
use crate::layers::{PLANS, service_module};
use crate::{Finding, Tree};

/// Words that a domain file must not contain, and their meaning.
const IMPURE: &[(&str, &str)] = &[
    ("async", "waits"),
    ("await", "waits"),
    ("poem", "speaks HTTP"),
    ("poem_openapi", "speaks HTTP"),
    ("sqlx", "speaks SQL"),
    ("Clock", "reads the time"),
    ("Random", "draws random numbers"),
];

/// Finds impure words in domain files.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, source) in tree.ending_in(&[".rs"]) {
        let is_domain = PLANS
            .iter()
            .find_map(|plan| service_module(plan, path))
            .is_some_and(|module| {
                path.contains(&format!("/{module}/")) && role_of(module, path) == FileRole::Domain
            });
        if !is_domain || is_listed(HTTP_MODULES, path) {
            continue;
        }
        let code = without_tests(&code_of(source));
        for (index, line) in code.lines().enumerate() {
            findings.extend(IMPURE.iter().filter(|(word, _)| has_word(line, word)).map(|(word, does)| {
                Finding::at(
                    path,
                    index + 1,
                    format!("a domain file that {does} (`{word}`)"),
                    "A domain file decides by its arguments alone. Let a use case (a file named for a verb) read the value and pass it.",
                )
            }));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn impure_domain_file_is_found() {
        assert_found(
            check,
            &[
                (
                    "idp/src/protocol/authorization_codes/code.rs",
                    "use foundation::Clock;\n",
                ),
                (
                    "idp/src/protocol/authorization_codes/issue.rs",
                    "use foundation::Clock;\nasync fn issue() {}\n",
                ),
                (
                    "idp/src/identity/users/user.rs",
                    "// async\n#[cfg(test)]\nmod tests { async fn x() {} }\n",
                ),
                (
                    "product-api/src/credits/ledger/state.rs",
                    "pub async fn book() {}\n",
                ),
            ],
            &[
                "idp/src/protocol/authorization_codes/code.rs",
                "product-api/src/credits/ledger/state.rs",
            ],
        );
    }
}
