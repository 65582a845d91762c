//! Texts of 403 responses, which name the account and the missing permission and have no other form.

/// Returns the name of the permission in a text such as `Having the 'rak_charge_write' permission would …`.
pub(super) fn permission(message: &str) -> Option<&str> {
    word_with_prefix(message, "rak_")
}

/// Returns the id of the account in a text such as `… on account 'acct_1'.`.
pub(super) fn account_id(message: &str) -> Option<&str> {
    word_with_prefix(message, "acct_")
}

/// Returns the first word of letters, digits and underscores that begins with a prefix and is longer.
fn word_with_prefix<'m>(message: &'m str, prefix: &str) -> Option<&'m str> {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = message.split(|c| !is_of_word(c));
    words.find(|word| word.len() > prefix.len() && word.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_names_the_permission_and_the_account() {
        let rows = [
            (
                "The provided key 'rk_test_****efgh' does not have the required permissions for this endpoint on \
                 account 'acct_1A2b'. Having the 'rak_charge_write' permission would allow this request to continue.",
                Some("rak_charge_write"),
                Some("acct_1A2b"),
            ),
            ("Enable rak_plan_read.", Some("rak_plan_read"), None),
            ("No permission rak_ for acct_", None, None),
            ("A xrak_charge_write is none", None, None),
            ("", None, None),
        ];
        for (message, name, account) in rows {
            assert_eq!(permission(message), name, "{message}");
            assert_eq!(account_id(message), account, "{message}");
        }
    }
}
