//! One attempt to sign in through a provider: what the browser carries, sealed, until it comes back.

use foundation::Timestamp;
use serde::{Deserialize, Serialize};

/// What the person wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Purpose {
    /// To sign in.
    SignIn,
    /// To add the provider to the ways in of a user, begun in a session known by its digest.
    Link {
        /// The user.
        user_id: String,
        /// The digest of the session's id.
        session: String,
    },
}

/// An attempt on its way.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Attempt {
    /// The provider that it was begun for; it counts at no other.
    pub(crate) provider: String,
    /// What it is for.
    pub(crate) purpose: Purpose,
    /// Where it leads to; empty when the address is too long for a cookie.
    pub(crate) callback_url: String,
    /// Comes back with the browser.
    pub(super) state: String,
    /// The PKCE verifier (RFC 7636).
    pub(super) verifier: String,
    /// Comes back inside the ID token.
    pub(super) nonce: String,
    /// When it ends, in seconds since the epoch.
    pub(super) until: i64,
    /// The instant since when the person has to have signed in at the provider, in seconds since the epoch.
    #[serde(default)]
    pub(super) fresh_since: Option<i64>,
}

impl Attempt {
    /// Whether it still counts.
    pub(super) fn is_live(&self, now: Timestamp) -> bool {
        now.seconds() <= self.until
    }
}
