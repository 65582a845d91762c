//! Lifecycle of a key. It is announced, so that clients fetch it before it signs, then active, then retired until none
//! of its signatures counts any more.

use std::time::Duration;

use foundation::Timestamp;

use crate::config::{KeyConfig, SessionConfig};

/// Time beyond the longest session for which a key is published after its last signature. A session's first ID token
/// may return as a hint at its end.
const STORED_AFTER_EXPIRY: Duration = Duration::from_hours(24);
/// Maximum number of keys of one algorithm that manual rotation permits, so that the published set stays small.
pub(super) const MAX_PER_ALGORITHM: usize = 16;

/// Returns the time for which a key is published after its last signature.
pub(crate) fn retired_key_lifetime(sessions: &SessionConfig) -> Duration {
    sessions.longest.saturating_add(STORED_AFTER_EXPIRY)
}

/// State of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SigningKeyState {
    /// Published, not signing yet.
    Announced,
    /// Signing.
    Active,
    /// Published for its earlier tokens, no longer signing.
    Retired,
}

impl SigningKeyState {
    /// Returns the name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Announced => "announced",
            Self::Active => "active",
            Self::Retired => "retired",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        [Self::Announced, Self::Active, Self::Retired]
            .into_iter()
            .find(|one| one.name() == name)
    }
}

/// Returns true if the successor of a key, signing since a time, must be announced.
pub(super) fn needs_successor(since: Timestamp, config: &KeyConfig, now: Timestamp) -> bool {
    let ends = since.plus(config.signs_for);
    ends.minus(config.announced_for) <= now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successor_is_published_before_it_signs() {
        let config = KeyConfig {
            signs_for: Duration::from_hours(90 * 24),
            announced_for: Duration::from_hours(24),
        };
        let since = Timestamp::from_seconds(1_800_000_000);
        for (days, expected) in [(0, false), (88, false), (89, true), (90, true), (900, true)] {
            let now = since.plus(Duration::from_hours(24 * days));
            assert_eq!(needs_successor(since, &config, now), expected, "{days}");
        }
    }
}
