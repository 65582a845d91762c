//! A stored passkey: its user, its name, and its authenticator's properties.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use foundation::secret::digest;
use foundation::{Failure, Timestamp};
use webauthn_rs::prelude::{Passkey, Uuid};

/// Maximum number of a user's passkeys.
pub(super) const MAX_PER_USER: i64 = 20;
/// Maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 64;
/// Name of a passkey without one.
const USUAL_NAME: &str = "Passkey";

/// A stored passkey.
#[derive(Clone, Debug)]
pub(crate) struct StoredPasskey {
    /// `pky_…`: the id for our own pages.
    pub(crate) id: String,
    /// The user's id.
    pub(crate) user_id: String,
    /// Id of the user for whom it was created, whose handle the authenticator stores; that user may have been merged since.
    pub(crate) created_for: String,
    /// Public key and the authenticator's properties.
    pub(crate) passkey: Passkey,
    /// True if a service that synchronizes the user's authenticators may hold copies.
    pub(crate) backup_eligible: bool,
    /// The user's name for the passkey.
    pub(crate) name: String,
    /// Time of the registration.
    pub(crate) created_at: Timestamp,
    /// Time of the last sign-in with it.
    pub(crate) last_used_at: Option<Timestamp>,
}

impl StoredPasskey {
    /// Returns the methods of the proof (RFC 8176): a hardware key or a copyable one, and a present user.
    pub(crate) fn authentication_methods(&self) -> &'static str {
        if self.backup_eligible {
            "swk user"
        } else {
            "hwk user"
        }
    }
}

/// Returns the name that a user typed, in the stored form; `None` if it is too long or no name.
pub(crate) fn read_name(typed: &str) -> Option<String> {
    let name = typed.trim();
    if name.is_empty() {
        return Some(USUAL_NAME.to_owned());
    }
    let fits = name.chars().count() <= MAX_NAME_LENGTH && !name.chars().any(char::is_control);
    fits.then(|| name.to_owned())
}

/// Returns the user handle for authenticators: constant for a user, and without personal data.
pub(super) fn handle_of(user_id: &str) -> Result<Uuid, Failure> {
    let bytes = URL_SAFE_NO_PAD
        .decode(digest("passkey-user", user_id))
        .map_err(|error| Failure::broken("naming a user for devices", error))?;
    let half = bytes.get(..16).unwrap_or(&bytes);
    Uuid::from_slice(half).map_err(|error| Failure::broken("naming a user for devices", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_user_has_a_handle_of_their_own() {
        let ann = handle_of("usr_ann").unwrap();
        assert_eq!(ann, handle_of("usr_ann").unwrap());
        assert_ne!(ann, handle_of("usr_bob").unwrap());
    }

    #[test]
    fn passkey_names_are_sanitized() {
        let longest = "ü".repeat(64);
        let too_long = "ü".repeat(65);
        let rows = [
            ("", Some("Passkey")),
            ("  ", Some("Passkey")),
            (" My phone ", Some("My phone")),
            (longest.as_str(), Some(longest.as_str())),
            (too_long.as_str(), None),
            ("a\u{7}b", None),
        ];
        for (typed, expected) in rows {
            assert_eq!(read_name(typed).as_deref(), expected, "{typed}");
        }
    }
}
