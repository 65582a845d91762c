//! A session: how long it lives, when it is extended, what the rest of the house learns of it.

use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::digest;

/// The life of a session (seed: 2,592,000 seconds), counted anew at each extension.
pub(crate) const LIFE: Duration = Duration::from_hours(30 * 24);
/// A session is extended once this long has passed since it began or was last extended (seed: 1 day).
pub(crate) const EXTEND_AFTER: Duration = Duration::from_hours(24);
/// How far clocks may be apart where a sealed cookie says what time it was (seed: 15 seconds).
pub(crate) const TOLERANCE: Duration = Duration::from_secs(15);
/// The most sessions one user has; beyond it those that were unused longest end.
pub(crate) const MOST_PER_USER: usize = 100;
/// The longest browser description that is kept, in characters.
const LONGEST_USER_AGENT: usize = 256;

/// The method that marks a session whose person may have signed in at a provider long ago: the provider does not say.
const TIME_UNKNOWN: &str = "time-unknown";

/// When the person of a session proved who they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ProofTime {
    /// In the request that begins the session.
    #[default]
    Now,
    /// At an instant that a provider names.
    At(Timestamp),
    /// At a time that a provider does not name.
    Unknown,
}

impl ProofTime {
    /// The time of a proof at a provider.
    pub(crate) fn of_provider(auth_time: Option<Timestamp>) -> Self {
        auth_time.map_or(Self::Unknown, Self::At)
    }

    /// The time that a session of now keeps; one without a known time keeps the time of its sign-in here.
    pub(super) fn auth_time(self, now: Timestamp) -> Timestamp {
        match self {
            Self::Now | Self::Unknown => now,
            Self::At(at) => at.min(now),
        }
    }

    /// The mark among the methods of a session.
    pub(super) fn mark(self) -> Option<&'static str> {
        match self {
            Self::Now | Self::At(_) => None,
            Self::Unknown => Some(TIME_UNKNOWN),
        }
    }
}

/// A session as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Session {
    /// The digest of the id; the id itself is only in the browser.
    pub(crate) digest: String,
    /// `ses_…`: the public name, as in the `sid` claim.
    pub(crate) sid: String,
    /// Whose it is.
    pub(crate) user_id: String,
    /// When it began.
    pub(crate) created_at: Timestamp,
    /// When the person last proved who they are.
    pub(crate) auth_time: Timestamp,
    /// When it ends unless it is extended.
    pub(crate) expires_at: Timestamp,
    /// How the person proved it (RFC 8176 names where there is one).
    pub(crate) amr: Vec<String>,
    /// The browser, in its own words.
    pub(crate) user_agent: Option<String>,
    /// The network that it began in.
    pub(crate) network: Option<String>,
    /// When it was begun or last extended.
    pub(crate) last_seen_at: Timestamp,
}

/// A session that has ended, as far as what hangs on it and the audit trail need to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// `ses_…`: its name.
    pub(crate) sid: String,
    /// Whose it was.
    pub(crate) user_id: String,
}

impl From<Session> for Ended {
    fn from(session: Session) -> Self {
        Self {
            sid: session.sid,
            user_id: session.user_id,
        }
    }
}

/// Which of a user's sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which<'a> {
    /// All of them.
    All,
    /// The one of this name.
    One(&'a str),
    /// All but the one of this name.
    But(&'a str),
}

impl Which<'_> {
    /// Whether the session of a name is among them.
    pub(super) fn takes(self, sid: &str) -> bool {
        match self {
            Self::All => true,
            Self::One(one) => sid == one,
            Self::But(kept) => sid != kept,
        }
    }
}

impl Session {
    /// Whether it still counts.
    pub(crate) fn is_live(&self, now: Timestamp) -> bool {
        now < self.expires_at
    }

    /// Whether it goes on, under a new id, when its browser begins another one.
    pub(crate) fn goes_on_as(&self, new: &Self) -> bool {
        self.user_id == new.user_id && self.is_live(new.last_seen_at)
    }

    /// Whether it is time to extend it.
    pub(crate) fn is_due(&self, longest: Duration, now: Timestamp) -> bool {
        self.expires_at < self.last_end(longest)
            && self.expires_at.minus(LIFE).plus(EXTEND_AFTER) <= now
    }

    /// When it ends however often it is used: so long after its person last proved who they are.
    pub(crate) fn last_end(&self, longest: Duration) -> Timestamp {
        // A provider's proof may be older than the session.
        self.auth_time.max(self.created_at).plus(longest)
    }

    /// The same session, extended.
    pub(crate) fn extended(&self, longest: Duration, now: Timestamp) -> Self {
        Self {
            expires_at: now.plus(LIFE).min(self.last_end(longest)),
            last_seen_at: now,
            ..self.clone()
        }
    }
}

/// Who is signed in, as far as the rest of the house needs to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Current {
    /// The digest of the id that the browser presented.
    pub(crate) digest: String,
    /// `ses_…`: the `sid` claim.
    pub(crate) sid: String,
    /// `usr_…`: the `sub` claim.
    pub(crate) user_id: String,
    /// The `auth_time` claim.
    pub(crate) auth_time: Timestamp,
    /// When it ends unless it is extended.
    pub(crate) expires_at: Timestamp,
    /// How the person proved who they are (RFC 8176 names where there is one).
    pub(crate) amr: Vec<String>,
    /// When the session began, was renewed, or was last extended.
    pub(crate) last_seen_at: Timestamp,
}

impl Current {
    /// When the person proved who they are, as far as it is known.
    pub(crate) fn proven_at(&self) -> Option<Timestamp> {
        let is_known = self.amr.iter().all(|method| method != TIME_UNKNOWN);
        is_known.then_some(self.auth_time)
    }
}

impl From<Session> for Current {
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

/// What is kept instead of a session's id.
pub(crate) fn digest_of(id: &str) -> String {
    digest("session", id)
}

/// A browser's description, cut to what is kept.
pub(crate) fn kept_user_agent(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .take(LONGEST_USER_AGENT)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // row: seed-5
    #[test]
    fn a_session_is_extended_a_day_after_it_was_last() {
        let began = Timestamp::from_seconds(1_700_000_000);
        let session = Session {
            digest: String::new(),
            sid: String::new(),
            user_id: String::new(),
            created_at: began,
            auth_time: began,
            expires_at: began.plus(LIFE),
            amr: Vec::new(),
            user_agent: None,
            network: None,
            last_seen_at: began,
        };
        let day = began.plus(EXTEND_AFTER);
        let longest = LIFE.saturating_mul(3);
        assert!(!session.is_due(longest, day.minus(Duration::from_micros(1))));
        assert!(session.is_due(longest, day));
        let extended = session.extended(longest, day);
        assert_eq!(extended.expires_at, day.plus(LIFE));
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
    fn a_browser_description_is_cut_and_cleaned() {
        assert_eq!(kept_user_agent("a\u{1b}[31m\r\nb"), "a[31mb");
        assert_eq!(kept_user_agent(&"ü".repeat(400)).chars().count(), 256);
    }
}
