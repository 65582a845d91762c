//! Domain files are pure: no waiting, no HTTP, no SQL, no clock, no randomness.

use crate::code::{code_of, has_word, without_tests};
use crate::floors::{PLANS, room_of};
use crate::furniture::{HTTP_ROOMS, Part, is_listed, part_of};
use crate::{Finding, Tree};

/// Words that a domain file must not contain, and their meaning.
const IMPURE: &[(&str, &str)] = &[
    ("async", "waits"),
    ("await", "waits"),
    ("poem", "speaks HTTP"),
    ("poem_openapi", "speaks HTTP"),
    ("sqlx", "speaks SQL"),
    ("Clock", "asks for the time"),
    ("Random", "asks for randomness"),
];

/// Finds impure words in domain files.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, source) in tree.ending_in(&[".rs"]) {
        let is_heart = PLANS
            .iter()
            .find_map(|plan| room_of(plan, path))
            .is_some_and(|room| {
                path.contains(&format!("/{room}/")) && part_of(room, path) == Part::Heart
            });
        if !is_heart || is_listed(HTTP_ROOMS, path) {
            continue;
        }
        let code = without_tests(&code_of(source));
        for (index, line) in code.lines().enumerate() {
            findings.extend(IMPURE.iter().filter(|(word, _)| has_word(line, word)).map(|(word, does)| {
                Finding::at(
                    path,
                    index + 1,
                    format!("a heart that {does} (`{word}`)"),
                    "A heart decides by its arguments alone. Let a hand (a file named for a verb) ask, and pass the value.",
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
    fn an_impure_heart_is_found() {
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
