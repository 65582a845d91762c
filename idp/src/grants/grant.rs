//! A grant: what a user allowed a client in one session.

use std::time::Duration;

use foundation::Timestamp;

/// The life of a family of refresh tokens, however often they are used (RFC 9700 section 4.14.2).
pub(crate) const FAMILY_LIFE: Duration = Duration::from_hours(30 * 24);
/// How long a grant is kept after the last thing that hangs on it can have been made: its code is redeemed and the last
/// access token is over by then.
const KEPT: Duration = Duration::from_hours(24);

/// What a user allowed a client, at which sign-in, and whether it still holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    /// Its id, `grn_…`.
    pub(crate) id: String,
    /// Who allowed it.
    pub(crate) user_id: String,
    /// To which client.
    pub(crate) client_id: String,
    /// In which session.
    pub(crate) sid: String,
    /// What was allowed, as words separated by blanks.
    pub(crate) scope: String,
    /// Whether it outlives its session (`offline_access`).
    pub(crate) is_offline: bool,
    /// When the user had signed in.
    pub(crate) auth_time: Timestamp,
    /// When it ends with its session, unless it outlives it.
    pub(crate) expires_at: Option<Timestamp>,
    /// The `claims` parameter of the request as JSON (OpenID Connect Core section 5.5), checked when it came.
    pub(crate) claims: Option<String>,
    /// The authentication context class that the sign-in reached.
    pub(crate) acr: Option<String>,
    /// How the user had signed in, as words of RFC 8176 separated by blanks.
    pub(crate) amr: Option<String>,
    /// The thumbprint of the key that the client's tokens are bound to (RFC 9449 section 6).
    pub(crate) dpop_jkt: Option<String>,
    /// The resource servers that tokens may be for (RFC 8707); none means the usual one.
    pub(crate) resources: Vec<String>,
}

impl Grant {
    /// The `auth_time` of a grant whose user may have signed in at their provider at any time.
    pub(crate) const TIME_UNKNOWN: Timestamp = Timestamp::from_seconds(0);

    /// When the user had signed in, in seconds since the epoch, as far as it is known: for the `auth_time` claim.
    pub(crate) fn known_auth_time(&self) -> Option<i64> {
        (self.auth_time != Self::TIME_UNKNOWN).then(|| self.auth_time.seconds())
    }

    /// When a family of refresh tokens ends that would live until an instant: with the session at the latest.
    pub(crate) fn family_end(&self, at_most: Timestamp) -> Timestamp {
        self.expires_at.map_or(at_most, |end| end.min(at_most))
    }

    /// From when on it may be swept, if it is made now: nothing can hang on it any more then.
    pub(crate) fn sweep_at(&self, now: Timestamp, has_refresh_tokens: bool) -> Timestamp {
        let last = if has_refresh_tokens {
            self.family_end(now.plus(FAMILY_LIFE))
        } else {
            now
        };
        last.plus(KEPT)
    }
}
