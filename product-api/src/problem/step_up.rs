//! The challenge to a person who has to sign in again.

use serde_json::Value;

/// RFC 9470 section 3: the user is to sign in again, and how long ago that may have been.
pub(super) fn challenge(max_age: Option<&Value>) -> String {
    let max_age = max_age.and_then(Value::as_i64).unwrap_or_default();
    format!(
        "Bearer error=\"insufficient_user_authentication\", \
         error_description=\"The user has to have signed in more recently\", max_age={max_age}"
    )
}
