//! The life of a key: announced, so that everybody knows it before it signs; active; retired, until nothing that it
//! signed counts any more.

use std::time::Duration;

use foundation::Timestamp;

use crate::config::{KeyConfig, SessionConfig};

/// How much longer than the longest session a key is published after it signed last: an ID token of a session's
/// beginning may come back as a hint at its end.
const KEPT_LONGER: Duration = Duration::from_hours(24);
/// The most keys of one algorithm at a time that may be made by hand: whoever fetches the set must not have to keep
/// hundreds.
pub(super) const MOST_OF_ONE: usize = 16;

/// How long a key is published after it signed last.
pub(crate) fn retired_kept(sessions: &SessionConfig) -> Duration {
    sessions.longest.saturating_add(KEPT_LONGER)
}

/// Where a key is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Published, not signing yet.
    Announced,
    /// Signing.
    Active,
    /// Published for the tokens that it signed, signing no more.
    Retired,
}

impl State {
    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Announced => "announced",
            Self::Active => "active",
            Self::Retired => "retired",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::Announced, Self::Active, Self::Retired]
            .into_iter()
            .find(|one| one.name() == name)
    }
}

/// Whether a key that signs since an instant needs a successor to be announced.
pub(super) fn needs_successor(since: Timestamp, config: &KeyConfig, now: Timestamp) -> bool {
    let ends = since.plus(config.signs_for);
    ends.minus(config.announced_for) <= now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_successor_is_announced_so_early_that_it_signs_in_time() {
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
