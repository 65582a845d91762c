//! A grant: access that a user gave a client in a session.

use std::time::Duration;

use foundation::Timestamp;

/// Lifetime of a family of refresh tokens, independent of their use (RFC 9700 section 4.14.2).
pub(crate) const FAMILY_LIFETIME: Duration = Duration::from_hours(30 * 24);
/// Time for which a grant is stored after its last token can have been issued: its code is redeemed and its last access
/// token has expired by then.
const STORED_AFTER_EXPIRY: Duration = Duration::from_hours(24);

/// Access that a user gave a client, with details of the sign-in and the validity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    /// Id, `grn_…`.
    pub(crate) id: String,
    /// Id of the user.
    pub(crate) user_id: String,
    /// Id of the client.
    pub(crate) client_id: String,
    /// Id of the session.
    pub(crate) sid: String,
    /// Scope, separated by spaces.
    pub(crate) scope: String,
    /// True if the grant outlives its session (`offline_access`).
    pub(crate) is_offline: bool,
    /// Time of the user's sign-in.
    pub(crate) auth_time: Timestamp,
    /// Expiry of the session; `None` if the grant outlives it.
    pub(crate) expires_at: Option<Timestamp>,
    /// The request's `claims` parameter as JSON (OpenID Connect Core section 5.5), already validated.
    pub(crate) claims: Option<String>,
    /// Authentication context class of the sign-in.
    pub(crate) acr: Option<String>,
    /// Authentication methods of the sign-in, values of RFC 8176 separated by spaces.
    pub(crate) amr: Option<String>,
    /// Thumbprint of the key to which the client's tokens are bound (RFC 9449 section 6).
    pub(crate) dpop_jkt: Option<String>,
    /// Resource servers for which tokens may be issued (RFC 8707); an empty list means the default.
    pub(crate) resources: Vec<String>,
}

impl Grant {
    /// The `auth_time` of a grant whose user signed in at the provider at an unknown time.
    pub(crate) const TIME_UNKNOWN: Timestamp = Timestamp::from_seconds(0);

    /// Returns the time of the sign-in in seconds since the epoch, if it is known, for the `auth_time` claim.
    pub(crate) fn known_auth_time(&self) -> Option<i64> {
        (self.auth_time != Self::TIME_UNKNOWN).then(|| self.auth_time.seconds())
    }

    /// Returns the expiry of a family of refresh tokens: the given time, or the session's expiry if that is earlier.
    pub(crate) fn family_end(&self, at_most: Timestamp) -> Timestamp {
        self.expires_at.map_or(at_most, |end| end.min(at_most))
    }

    /// Returns the time from which a grant created now may be swept, because nothing can depend on it any more.
    pub(crate) fn sweep_at(&self, now: Timestamp, has_refresh_tokens: bool) -> Timestamp {
        let last = if has_refresh_tokens {
            self.family_end(now.plus(FAMILY_LIFETIME))
        } else {
            now
        };
        last.plus(STORED_AFTER_EXPIRY)
    }
}
