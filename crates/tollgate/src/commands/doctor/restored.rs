//! Check if the identity provider was restored from a backup, or has lost its users, as the product API reports it.

use product_api::user_changes::{NO_USERS, READ_AGAIN};
use serde_json::Value;

use super::finding::Finding;

const CHECK: &str = "restored";

/// Returns a finding if the product API's readiness says that it had to read all user changes again, or that it does
/// not follow them because the identity provider lists no users.
pub(super) fn restored(readiness: &Value) -> Option<Finding> {
    match readiness.get("api_user_changes")?.as_str()? {
        READ_AGAIN => {
            let says = "the identity provider's database was restored from a backup, or is another one; the product API read all \
                its user changes again: see \"After a restore\" in deploy/README.md";
            Some(Finding::warning(CHECK, says))
        }
        NO_USERS => {
            let says = "the identity provider lists no users, and the product API knows merges of users, which it does not undo \
                for that: restore the identity provider's database, or set IDP_DATABASE_URL to the right one; see \"After a \
                restore\" in deploy/README.md";
            Some(Finding::failed(CHECK, says))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::finding::Verdict;
    use super::*;

    #[test]
    fn identity_provider_that_was_restored_is_found() {
        for (word, expected) in [
            (READ_AGAIN, Some(Verdict::Warning)),
            (NO_USERS, Some(Verdict::Failed)),
            ("ready", None),
            ("away", None),
        ] {
            let found = restored(&json!({ "api_user_changes": word }));
            assert_eq!(found.map(|found| found.verdict), expected, "{word}");
        }
    }
}
