//! An API key as its owner sees it, and the rules of its name, scopes and caps.

use foundation::Timestamp;
use foundation::text::is_showable;

use crate::caller::{Mode, SCOPES_OF_KEYS};
use crate::problem::FieldError;

/// Maximum number of keys of a website and mode that are neither revoked nor expired.
pub(super) const MAX_KEYS: i64 = 100;
/// Maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 80;

/// The spend caps of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Caps {
    /// The cap of one operation; `None` means no cap.
    pub(super) per_operation: Option<i64>,
    /// The cap of one day (UTC), for all operations together; `None` means no cap.
    pub(super) per_day: Option<i64>,
}

impl Caps {
    /// Returns true if there is a cap.
    pub(super) fn is_any(self) -> bool {
        self.per_operation.is_some() || self.per_day.is_some()
    }
}

/// A key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ApiKey {
    /// The id, `key_…`.
    pub(super) id: String,
    pub(super) mode: Mode,
    pub(super) name: String,
    /// The first characters of its secret.
    pub(super) prefix: String,
    pub(super) scopes: Vec<String>,
    pub(super) caps: Caps,
    /// The day of the last counted operation, and the credits counted against the cap per day.
    pub(super) spent: (i64, i64),
    /// The creator, `usr_…` or `key_…`.
    pub(super) created_by: String,
    pub(super) created_at: Timestamp,
    pub(super) last_used_at: Option<Timestamp>,
    pub(super) expires_at: Option<Timestamp>,
    pub(super) revoked_at: Option<Timestamp>,
    /// Latest time until which a previous secret is valid. The time may be in the past.
    pub(super) previous_until: Option<Timestamp>,
}

/// The state of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyState {
    /// The key can be used.
    Active,
    /// The key has expired.
    Expired,
    /// The key was revoked.
    Revoked,
}

impl ApiKey {
    /// Returns the state at a time.
    pub(super) fn state(&self, now: Timestamp) -> KeyState {
        if self.revoked_at.is_some() {
            KeyState::Revoked
        } else if self.expires_at.is_some_and(|at| at <= now) {
            KeyState::Expired
        } else {
            KeyState::Active
        }
    }
}

/// Returns a key's name in its normal form.
pub(super) fn name(text: &str) -> Result<String, FieldError> {
    let name = text.trim();
    let length = name.chars().count();
    if !(1..=MAX_NAME_LENGTH).contains(&length) || !is_showable(name) {
        let detail = format!(
            "Must have 1 to {MAX_NAME_LENGTH} characters, no control characters, and none that nobody sees."
        );
        return Err(FieldError::body("/name", detail));
    }
    Ok(name.to_owned())
}

/// Returns scopes in their normal form: in the order of the API reference, without duplicates. An empty list is allowed.
pub(super) fn scopes(requested: &[String]) -> Result<Vec<String>, Vec<FieldError>> {
    let unknown = |(index, scope): (usize, &String)| {
        let is_known = SCOPES_OF_KEYS.contains(&scope.as_str());
        let detail = format!("Must be one of {}.", SCOPES_OF_KEYS.join(", "));
        (!is_known).then(|| FieldError::body(format!("/scopes/{index}"), detail))
    };
    let errors: Vec<_> = requested.iter().enumerate().filter_map(unknown).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let given = |scope: &&&str| requested.iter().any(|one| one == **scope);
    let scopes = SCOPES_OF_KEYS.iter().filter(given);
    Ok(scopes.map(|scope| (*scope).to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_known_words_and_the_empty_list_is_none() {
        let own = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(scopes(&[]).unwrap(), own(&[]));
        let requested = own(&["customers.read", "credits.spend", "customers.read"]);
        assert_eq!(
            scopes(&requested).unwrap(),
            own(&["credits.spend", "customers.read"])
        );
        for wrong in [
            "",
            "websites",
            "operator",
            "ledger",
            "credits.read",
            "credits.*",
            "Keys",
            "keys webhooks",
        ] {
            let errors = scopes(&own(&["keys", wrong])).unwrap_err();
            assert_eq!(errors.len(), 1, "{wrong}");
        }
    }

    #[test]
    fn passkey_names_are_sanitized() {
        assert_eq!(name("  Back end ").unwrap(), "Back end");
        for wrong in ["", "  ", "a\u{0}b", "a\u{202e}b", &"x".repeat(81)] {
            assert!(name(wrong).is_err(), "{wrong:?}");
        }
    }
}
