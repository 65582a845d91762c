//! External JSON is read by the strict reader of `foundation`, so that all readers agree about repeated members.

use crate::code::{code_of, has_word, without_tests};
use crate::file_roles::{JSON_ELSEWHERE, is_listed};
use crate::paths::is_test_file;
use crate::{Finding, Tree};

/// Readers of `serde_json`, which use the last of two members with one name.
const LENIENT: &[&str] = &["from_str", "from_slice", "from_reader", "Deserializer"];
/// Methods by which `reqwest` reads a response with such a reader.
const LENIENT_ANSWERS: &[&str] = &[".json().await", ".json::<"];

/// Finds texts that another reader than `foundation::text::strict_json` reads, outside tests.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, source) in tree.ending_in(&[".rs"]) {
        if is_test_file(path) || is_listed(JSON_ELSEWHERE, path) {
            continue;
        }
        let code = without_tests(&code_of(source));
        let lenient = code
            .lines()
            .enumerate()
            .filter(|(_, line)| is_lenient(line));
        findings.extend(lenient.map(|(index, _)| {
            Finding::at(
                path,
                index + 1,
                "JSON is read without a look for repeated members",
                "Call foundation::text::strict_json::from_slice, or from_stored for a text that this program wrote itself.",
            )
        }));
    }
    findings
}

fn is_lenient(line: &str) -> bool {
    has_word(line, "serde_json") && LENIENT.iter().any(|word| has_word(line, word))
        || LENIENT_ANSWERS.iter().any(|call| line.contains(call))
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn json_read_by_another_reader_is_found() {
        assert_found(
            check,
            &[
                (
                    "crates/foundation/src/text/strict_json/reader.rs",
                    "serde_json::from_str(text)\n",
                ),
                (
                    "crates/journeys/src/installation.rs",
                    "serde_json::from_str(text)\n",
                ),
                ("idp/src/app.rs", "json::from_slice(text)\n"),
                (
                    "idp/src/protocol/claims/claim.rs",
                    "let x: Value = serde_json::from_str(text).ok()?;\n",
                ),
                (
                    "idp/src/protocol/keys/key.rs",
                    "serde_json::from_value(x)\n#[cfg(test)]\nmod tests { fn f() { serde_json::from_str(x) } }\n",
                ),
                (
                    "idp/src/protocol/keys/tests.rs",
                    "serde_json::from_slice(x)\n",
                ),
                (
                    "idp/tests/it/harness.rs",
                    "answer.json().await; serde_json::from_str(x)\n",
                ),
                (
                    "idp/src/identity/users/user.rs",
                    "// serde_json::from_str\nuse serde_json::{Value, from_reader};\n",
                ),
                (
                    "product-api/src/caller/keys.rs",
                    "let told: Value = answer.json().await?;\n",
                ),
            ],
            &[
                "idp/src/identity/users/user.rs",
                "idp/src/protocol/claims/claim.rs",
                "product-api/src/caller/keys.rs",
            ],
        );
    }
}
