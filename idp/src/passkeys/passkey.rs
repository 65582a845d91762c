//! A passkey as it is kept: whose it is, how it is called, and what it tells of the device.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use foundation::secret::digest;
use foundation::{Failure, Timestamp};
use webauthn_rs::prelude::{Passkey, Uuid};

/// The most passkeys that one user has.
pub(super) const MOST_PER_USER: i64 = 20;
/// The longest name, in characters.
const LONGEST_NAME: usize = 64;
/// The name of a passkey that was given none.
const USUAL_NAME: &str = "Passkey";

/// A passkey as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct KeptPasskey {
    /// `pky_…`: its name towards our own pages.
    pub(crate) id: String,
    /// Whose it is.
    pub(crate) user_id: String,
    /// Under which user's name its device knows it: the one it was made for, who may have gone into another one since.
    pub(crate) made_for: String,
    /// Its public key and what the device said of it.
    pub(crate) passkey: Passkey,
    /// Whether copies of it may exist in a service that keeps a person's devices alike.
    pub(crate) backup_eligible: bool,
    /// What its owner calls it.
    pub(crate) name: String,
    /// When it was added.
    pub(crate) created_at: Timestamp,
    /// When somebody last signed in with it.
    pub(crate) last_used_at: Option<Timestamp>,
}

impl KeptPasskey {
    /// The names of the proof (RFC 8176): a key that stays in its hardware or one that is copied, and a person
    /// beside it.
    pub(crate) fn way(&self) -> &'static str {
        if self.backup_eligible {
            "swk user"
        } else {
            "hwk user"
        }
    }
}

/// The name that a person typed, as it is kept; `None` when it is too long or no name.
pub(crate) fn read_name(typed: &str) -> Option<String> {
    let name = typed.trim();
    if name.is_empty() {
        return Some(USUAL_NAME.to_owned());
    }
    let fits = name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
    fits.then(|| name.to_owned())
}

/// The name under which devices know a user: always the same, and telling nothing.
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
    fn names() {
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
