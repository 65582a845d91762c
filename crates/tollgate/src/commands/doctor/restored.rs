//! Whether the identity provider was restored from a backup, as the product API noticed it.

use product_api::user_changes::READ_AGAIN;
use serde_json::Value;

use super::finding::Finding;

/// A warning where the product API, by its readiness, had to read all user changes again.
pub(super) fn restored(readiness: &Value) -> Option<Finding> {
    let says = "the identity provider's database was restored from a backup, or is another one; the product API read all its \
        user changes again: see \"After a restore\" in deploy/README.md";
    let is_read_again = readiness.get("api_user_changes") == Some(&Value::from(READ_AGAIN));
    is_read_again.then(|| Finding::odd("restored", says))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::finding::Verdict;
    use super::*;

    #[test]
    fn an_identity_provider_that_was_restored_is_found() {
        for (word, expected) in [
            (READ_AGAIN, Some(Verdict::Odd)),
            ("ready", None),
            ("away", None),
        ] {
            let found = restored(&json!({ "api_user_changes": word }));
            assert_eq!(found.map(|found| found.verdict), expected, "{word}");
        }
    }
}
