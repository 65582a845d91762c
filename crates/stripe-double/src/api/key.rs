//! API keys: whether a request's key is known, and what it may do.

use crate::error::StripeError;
use crate::state::{ApiKey, DoubleState};

/// Returns the key of a request with its text; 401 for a missing, unknown or revoked key.
pub(super) fn authenticate<'s>(
    state: &'s DoubleState,
    text: Option<&str>,
) -> Result<&'s ApiKey, StripeError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        let message = "You did not provide an API key. You need to provide your API key in the \
                       Authorization header, using Bearer auth (e.g. 'Authorization: Bearer \
                       YOUR_SECRET_KEY').";
        return Err(StripeError::early(401, message));
    };
    if text.starts_with("pk_") {
        let message = "This API call cannot be made with a publishable API key. Please use a \
                       secret API key.";
        return Err(StripeError::early(401, message).coded("secret_key_required"));
    }
    let shown = masked(text);
    match state.keys.get(text) {
        None => {
            let message = format!("Invalid API Key provided: {shown}");
            Err(StripeError::early(401, message))
        }
        Some(key) if key.is_revoked => {
            let message = format!("Expired API Key provided: {shown}");
            Err(StripeError::early(401, message).coded("api_key_expired"))
        }
        Some(key) => Ok(key),
    }
}

/// Refuses a restricted key without a permission; a permission to write includes the one to read.
pub(super) fn check_permission(
    key: &ApiKey,
    text: &str,
    permission: &str,
) -> Result<(), StripeError> {
    let Some(permissions) = &key.permissions else {
        return Ok(());
    };
    let needed = format!("rak_{permission}");
    let writing = needed
        .strip_suffix("_read")
        .map(|start| format!("{start}_write"));
    let is_permitted = permissions.contains(&needed)
        || writing.is_some_and(|writing| permissions.contains(&writing));
    if is_permitted {
        return Ok(());
    }
    let message = format!(
        "The provided key '{}' does not have the required permissions for this endpoint on \
         account '{}'. Having the '{needed}' permission would allow this request to continue.",
        masked(text),
        key.account,
    );
    Err(StripeError::early(403, message))
}

/// Shows the kind of a key and its last four characters.
fn masked(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let hidden = characters.len().saturating_sub(4);
    let start = text.match_indices('_').nth(1).map_or(0, |(at, _)| at + 1);
    let shown = characters.iter().enumerate().map(|(index, character)| {
        if index < start || index >= hidden {
            *character
        } else {
            '*'
        }
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restricted_key_has_its_permissions_only() {
        let key = |permissions: Option<&[&str]>| ApiKey {
            account: "acct_1".to_owned(),
            is_live: false,
            permissions: permissions
                .map(|names| names.iter().map(|name| (*name).to_owned()).collect()),
            is_revoked: false,
        };
        let rows = [
            (None, "customer_write", true),
            (Some(&["rak_customer_write"][..]), "customer_write", true),
            (Some(&["rak_customer_write"][..]), "customer_read", true),
            (Some(&["rak_customer_read"][..]), "customer_read", true),
            (Some(&["rak_customer_read"][..]), "customer_write", false),
            (Some(&["rak_charge_write"][..]), "customer_read", false),
        ];
        for (permissions, needed, expected) in rows {
            let checked = check_permission(&key(permissions), "rk_test_abcdefgh", needed);
            assert_eq!(checked.is_ok(), expected, "{permissions:?} {needed}");
            if let Err(error) = checked {
                assert_eq!(error.status, 403);
                assert!(error.to_string().contains(&format!("'rak_{needed}'")));
                assert!(error.to_string().contains("rk_test_****efgh"), "{error}");
            }
        }
    }
}
