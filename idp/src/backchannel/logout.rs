//! A logout token (sections 2.4 and 2.5), and how long a site may take to hear of a logout.

use std::time::Duration;

use foundation::Timestamp;
use serde::{Serialize, Serializer};

/// `typ` of the header: no token of another kind is ever taken for it, nor it for another.
pub(super) const TOKEN_TYPE: &str = "logout+jwt";
/// The life of a logout token: it is made anew for each attempt.
pub(super) const TOKEN_LIFE: Duration = Duration::from_mins(2);
/// How much longer than the longest session its sites are remembered after they last got tokens in it.
pub(super) const REMEMBERED_LONGER: Duration = Duration::from_hours(24);
/// How long a site is tried.
pub(super) const PATIENCE: Duration = Duration::from_hours(24);
/// How often a site is tried that is there and does not want to hear it.
const MOST_REFUSALS: i64 = 8;
const LONGEST_BACK_OFF: u64 = 15 * 60;

/// The claims of a logout token. There is no nonce, so that it can never pass for an ID token.
#[derive(Debug, Serialize)]
pub(super) struct LogoutClaims<'a> {
    pub(super) iss: &'a str,
    /// The user, as the ID tokens of this client name them.
    pub(super) sub: &'a str,
    pub(super) aud: &'a str,
    pub(super) iat: i64,
    pub(super) exp: i64,
    pub(super) jti: String,
    /// The session, as the `sid` of ID tokens.
    pub(super) sid: &'a str,
    pub(super) events: Events,
}

/// The one member of `events`, with an empty object.
#[derive(Debug)]
pub(super) struct Events;

impl Serialize for Events {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";
        serializer.collect_map([(EVENT, serde_json::Map::new())])
    }
}

/// What a site did with a logout token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// It took it.
    Taken,
    /// It is there, and did not want it.
    Refused,
    /// It is not there for now.
    Away,
}

/// What follows for a logout that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// It is done.
    Done,
    /// It is given up.
    GiveUp,
    /// It is tried again at this instant.
    Again(Timestamp),
}

impl Heard {
    /// What a status says: some say that the site is busy or being mended.
    pub(super) fn of_status(status: u16) -> Self {
        match status {
            200..=299 => Self::Taken,
            408 | 425 | 429 | 500.. => Self::Away,
            _ => Self::Refused,
        }
    }

    /// What follows after so many attempts, for a logout that is of no use any more at `ends_at`.
    pub(super) fn next(self, attempts: i64, now: Timestamp, ends_at: Timestamp) -> Next {
        let again = now.plus(back_off(attempts));
        let is_enough = match self {
            Self::Taken => return Next::Done,
            Self::Refused => attempts >= MOST_REFUSALS,
            Self::Away => false,
        };
        if is_enough || ends_at <= again {
            Next::GiveUp
        } else {
            Next::Again(again)
        }
    }
}

/// 2, 4, 8 … seconds, a quarter of an hour at most.
fn back_off(attempts: i64) -> Duration {
    let exponent = u32::try_from(attempts.clamp(0, 10)).unwrap_or_default();
    Duration::from_secs((1_u64 << exponent).min(LONGEST_BACK_OFF))
}
