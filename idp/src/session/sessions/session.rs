//! A session: its lifetime, its extension, and the data that other modules read.

use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::digest;

/// Lifetime of a session, counted again at each extension.
pub(crate) const LIFETIME: Duration = Duration::from_hours(30 * 24);
/// Time after a session's start or last extension until it is extended.
pub(crate) const EXTEND_AFTER: Duration = Duration::from_hours(24);
/// Tolerated clock difference for the times in encrypted cookies.
pub(crate) const TOLERANCE: Duration = Duration::from_secs(15);
/// Maximum number of a user's sessions; beyond it the sessions with the earliest expiry end.
pub(crate) const MAX_PER_USER: usize = 100;
/// Maximum length of a stored user agent, in characters.
const MAX_USER_AGENT_LENGTH: usize = 256;

/// Method of a session whose user may have signed in at a provider long ago: the provider does not say.
const TIME_UNKNOWN: &str = "time-unknown";

/// Time of the user's proof of identity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ProofTime {
    /// In the request that starts the session.
    #[default]
    Now,
    /// At a time that the provider names.
    At(Timestamp),
    /// At a time that the provider does not name.
    Unknown,
}

impl ProofTime {
    /// Returns the time of a proof at a provider.
    pub(crate) fn from_provider(auth_time: Option<Timestamp>) -> Self {
        auth_time.map_or(Self::Unknown, Self::At)
    }

    /// Returns the auth time of a session that starts now; an unknown time becomes the time of the sign-in here.
    pub(super) fn auth_time(self, now: Timestamp) -> Timestamp {
        match self {
            Self::Now | Self::Unknown => now,
            Self::At(at) => at.min(now),
        }
    }

    /// Returns the marker for the session's methods.
    pub(super) fn marker(self) -> Option<&'static str> {
        match self {
            Self::Now | Self::At(_) => None,
            Self::Unknown => Some(TIME_UNKNOWN),
        }
    }
}

/// A stored session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Session {
    /// Digest of the id; only the browser has the id itself.
    pub(crate) digest: String,
    /// `ses_…`: the public name, as in the `sid` claim.
    pub(crate) sid: String,
    /// The user's id.
    pub(crate) user_id: String,
    /// Start of the session.
    pub(crate) created_at: Timestamp,
    /// Time of the user's last proof of identity.
    pub(crate) auth_time: Timestamp,
    /// End of the session unless it is extended.
    pub(crate) expires_at: Timestamp,
    /// Methods of the proof (RFC 8176 names if there is one).
    pub(crate) amr: Vec<String>,
    /// The browser's user agent.
    pub(crate) user_agent: Option<String>,
    /// Network in which the session started.
    pub(crate) network: Option<String>,
    /// Time of the start or the last extension.
    pub(crate) last_seen_at: Timestamp,
}

/// An ended session, with the data that grants and the audit log need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndedSession {
    /// `ses_…`: the `sid` claim.
    pub(crate) sid: String,
    /// The user's id.
    pub(crate) user_id: String,
}

impl From<Session> for EndedSession {
    fn from(session: Session) -> Self {
        Self {
            sid: session.sid,
            user_id: session.user_id,
        }
    }
}

/// Selection of a user's sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionSelection<'a> {
    /// All sessions.
    All,
    /// The session with this `sid`.
    Only(&'a str),
    /// All but the session with this `sid`.
    AllBut(&'a str),
}

impl SessionSelection<'_> {
    /// Returns true if the selection contains the session with this `sid`.
    pub(super) fn contains(self, sid: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(one) => sid == one,
            Self::AllBut(stored) => sid != stored,
        }
    }
}

impl Session {
    /// Returns true if the session has not expired.
    pub(crate) fn is_live(&self, now: Timestamp) -> bool {
        now < self.expires_at
    }

    /// Returns true if requests can use the session: neither its end nor its latest end has passed.
    pub(crate) fn is_usable(&self, longest: Duration, now: Timestamp) -> bool {
        self.is_live(now) && self.is_before_last_end(longest, now)
    }

    /// Returns true if the session's latest end has not passed.
    pub(crate) fn is_before_last_end(&self, longest: Duration, now: Timestamp) -> bool {
        now < self.last_end(longest)
    }

    /// Returns true if the session continues under a new id when its browser starts another one.
    pub(crate) fn continues_as(&self, new: &Self) -> bool {
        self.user_id == new.user_id && self.is_live(new.last_seen_at)
    }

    /// Returns true if the session is to be extended.
    pub(crate) fn is_due(&self, longest: Duration, now: Timestamp) -> bool {
        self.expires_at < self.last_end(longest)
            && self.expires_at.minus(LIFETIME).plus(EXTEND_AFTER) <= now
    }

    /// Returns the latest end, which no use postpones: `longest` after the user's last proof of identity.
    fn last_end(&self, longest: Duration) -> Timestamp {
        // A provider's proof may be older than the session.
        self.auth_time.max(self.created_at).plus(longest)
    }

    /// Returns the session with its extended end.
    pub(crate) fn extended(&self, longest: Duration, now: Timestamp) -> Self {
        Self {
            expires_at: now.plus(LIFETIME).min(self.last_end(longest)),
            last_seen_at: now,
            ..self.clone()
        }
    }
}

/// The signed-in user's session, with the data that other modules read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CurrentSession {
    /// Digest of the id that the browser presented.
    pub(crate) digest: String,
    /// `ses_…`: the `sid` claim.
    pub(crate) sid: String,
    /// `usr_…`: the `sub` claim.
    pub(crate) user_id: String,
    /// The `auth_time` claim.
    pub(crate) auth_time: Timestamp,
    /// End of the session unless it is extended.
    pub(crate) expires_at: Timestamp,
    /// Methods of the proof of identity (RFC 8176 names if there is one).
    pub(crate) amr: Vec<String>,
    /// Time of the start, the renewal or the last extension.
    pub(crate) last_seen_at: Timestamp,
}

impl CurrentSession {
    /// Returns the time of the user's proof of identity, if it is known.
    pub(crate) fn proven_at(&self) -> Option<Timestamp> {
        let is_known = self.amr.iter().all(|method| method != TIME_UNKNOWN);
        is_known.then_some(self.auth_time)
    }
}

impl From<Session> for CurrentSession {
    fn from(session: Session) -> Self {
        Self {
            digest: session.digest,
            sid: session.sid,
            user_id: session.user_id,
            auth_time: session.auth_time,
            expires_at: session.expires_at,
            amr: session.amr,
            last_seen_at: session.last_seen_at,
        }
    }
}

/// Returns the digest that is stored instead of a session's id.
pub(crate) fn digest_of(id: &str) -> String {
    digest("session", id)
}

/// Returns a user agent without control characters, cut to the stored length.
pub(crate) fn clean_user_agent(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .take(MAX_USER_AGENT_LENGTH)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // row: seed-5
    #[test]
    fn session_is_extended_a_day_after_it_was_last() {
        let began = Timestamp::from_seconds(1_700_000_000);
        let session = Session {
            digest: String::new(),
            sid: String::new(),
            user_id: String::new(),
            created_at: began,
            auth_time: began,
            expires_at: began.plus(LIFETIME),
            amr: Vec::new(),
            user_agent: None,
            network: None,
            last_seen_at: began,
        };
        let day = began.plus(EXTEND_AFTER);
        let longest = LIFETIME.saturating_mul(3);
        assert!(!session.is_due(longest, day.minus(Duration::from_micros(1))));
        assert!(session.is_due(longest, day));
        let extended = session.extended(longest, day);
        assert_eq!(extended.expires_at, day.plus(LIFETIME));
        assert_eq!(extended.auth_time, began);
        assert!(!extended.is_due(longest, day));
        let late = began.plus(longest).minus(EXTEND_AFTER);
        let last = session.extended(longest, late);
        assert_eq!(last.expires_at, began.plus(longest));
        assert!(
            !last.is_due(longest, late.plus(EXTEND_AFTER)),
            "nothing to gain"
        );
        assert!(session.is_live(session.expires_at.minus(Duration::from_micros(1))));
        assert!(!session.is_live(session.expires_at));
    }

    #[test]
    fn browser_description_is_cut_and_cleaned() {
        assert_eq!(clean_user_agent("a\u{1b}[31m\r\nb"), "a[31mb");
        assert_eq!(clean_user_agent(&"ü".repeat(400)).chars().count(), 256);
    }
}
