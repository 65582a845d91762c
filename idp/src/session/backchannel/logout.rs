//! A logout token (sections 2.4 and 2.5), and the retry rules of a logout.

use std::time::Duration;

use foundation::Timestamp;
use foundation::task::back_off;
use serde::{Serialize, Serializer};

/// `typ` of the header, which distinguishes it from tokens of other kinds.
pub(super) const TOKEN_TYPE: &str = "logout+jwt";
/// Lifetime of a logout token, which each attempt creates again.
pub(super) const TOKEN_LIFETIME: Duration = Duration::from_mins(2);
/// Time beyond the longest session for which its clients are stored after their last tokens.
pub(super) const STORED_AFTER_SESSION: Duration = Duration::from_hours(24);
/// Time until the server gives up a logout.
pub(super) const RETRY_PERIOD: Duration = Duration::from_hours(24);
/// Maximum number of attempts at a client that responds and refuses.
const MAX_REFUSALS: i64 = 8;
/// Longest pause between two attempts; the first pauses are 2, 4 and 8 seconds.
const MAX_BACK_OFF: Duration = Duration::from_mins(15);

/// Claims of a logout token. There is no nonce, so that it can never pass for an ID token.
#[derive(Debug, Serialize)]
pub(super) struct LogoutClaims<'a> {
    pub(super) iss: &'a str,
    /// The user, by the `sub` of this client's ID tokens.
    pub(super) sub: &'a str,
    pub(super) aud: &'a str,
    pub(super) iat: i64,
    pub(super) exp: i64,
    pub(super) jti: String,
    /// The session, as the `sid` of ID tokens.
    pub(super) sid: &'a str,
    pub(super) events: Events,
}

/// The only member of `events`, with an empty object.
#[derive(Debug)]
pub(super) struct Events;

impl Serialize for Events {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";
        serializer.collect_map([(EVENT, serde_json::Map::new())])
    }
}

/// Result of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeliveryResult {
    /// The client accepted it.
    Delivered,
    /// The client responded with a refusal.
    Refused,
    /// The client is unavailable.
    Unavailable,
}

/// Next step after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextAttempt {
    /// The logout is delivered.
    Done,
    /// The logout is given up.
    GiveUp,
    /// The logout is retried at this time.
    Again(Timestamp),
}

impl DeliveryResult {
    /// Returns the result for a status; some mean that the client is busy or under maintenance.
    pub(super) fn from_status(status: u16) -> Self {
        match status {
            200..=299 => Self::Delivered,
            408 | 425 | 429 | 500.. => Self::Unavailable,
            _ => Self::Refused,
        }
    }

    /// Returns the next step after some attempts, for a logout that expires at `ends_at`.
    pub(super) fn next(self, attempts: i64, now: Timestamp, ends_at: Timestamp) -> NextAttempt {
        let again = now.plus(back_off(Duration::from_secs(1), attempts, MAX_BACK_OFF));
        match self {
            Self::Delivered => NextAttempt::Done,
            Self::Refused if attempts >= MAX_REFUSALS => NextAttempt::GiveUp,
            Self::Refused | Self::Unavailable if ends_at <= again => NextAttempt::GiveUp,
            Self::Refused | Self::Unavailable => NextAttempt::Again(again),
        }
    }
}
