//! Wrong secrets, counted within this process by network and by what they were tried for: bounded in memory.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::equal;

use crate::network::Network;

/// The most different wrong secrets of one network for one subject in a window.
pub(super) const MOST_FOR_ONE: usize = 10;
/// The most different wrong secrets of one network in a window, whatever they were tried for.
pub(super) const MOST_OF_NETWORK: usize = 100;
/// How long a window is; it begins with the first wrong secret.
pub(super) const WINDOW: Duration = Duration::from_mins(15);
/// The most networks that are remembered at a time. Whoever has more of them than this tries 32 bytes that nobody can
/// guess in any number of tries; right secrets of others must not be refused for it.
const MOST_NETWORKS: usize = 4096;

/// Counts wrong secrets.
#[derive(Debug, Default)]
pub(crate) struct Tries {
    networks: Mutex<HashMap<Network, Window>>,
}

/// The wrong secrets of one network: what they were tried for, and their digests. One that is sent again, as by a
/// program with an old setting, tells its sender nothing new and does not count again.
#[derive(Debug)]
struct Window {
    ends_at: Timestamp,
    wrong: Vec<(String, String)>,
}

/// A secret that is presented.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried<'a> {
    /// Where it comes from.
    pub(crate) network: Network,
    /// What it is tried for, such as a client's id.
    pub(crate) subject: &'a str,
    /// The digest of the secret.
    pub(crate) digest: &'a str,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judged {
    /// It is the right one.
    Right,
    /// It is not.
    Wrong,
    /// Too many wrong ones came before: it was not looked at.
    Closed,
}

impl Tries {
    /// Whether too many wrong ones came before, for whoever has to ask the database before [`Tries::judge`].
    pub(crate) fn is_closed(&self, tried: &Tried<'_>, now: Timestamp) -> bool {
        let networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        is_closed(&networks, tried, now)
    }

    /// Looks at a secret unless too many wrong ones came before. Whoever looks holds the lock, so that of many at a
    /// time no more than the limit are looked at.
    pub(crate) fn judge(
        &self,
        tried: &Tried<'_>,
        now: Timestamp,
        is_right: impl FnOnce() -> bool,
    ) -> Judged {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        if is_closed(&networks, tried, now) {
            return Judged::Closed;
        }
        if is_right() {
            return Judged::Right;
        }
        if networks.len() >= MOST_NETWORKS && !networks.contains_key(&tried.network) {
            networks.retain(|_, window| now < window.ends_at);
        }
        if networks.len() < MOST_NETWORKS || networks.contains_key(&tried.network) {
            networks
                .entry(tried.network)
                .and_modify(|window| window.renew(now))
                .or_insert_with(|| Window::new(now))
                .note(tried);
        }
        Judged::Wrong
    }
}

fn is_closed(networks: &HashMap<Network, Window>, tried: &Tried<'_>, now: Timestamp) -> bool {
    let is_closed = networks
        .get(&tried.network)
        .filter(|window| now < window.ends_at)
        .is_some_and(|window| window.is_closed_for(tried.subject));
    if is_closed {
        metrics::counter!("idp_limits_reached_total", "limit" => "secrets-of-network").increment(1);
    }
    is_closed
}

impl Window {
    fn new(now: Timestamp) -> Self {
        Self {
            ends_at: now.plus(WINDOW),
            wrong: Vec::new(),
        }
    }

    fn renew(&mut self, now: Timestamp) {
        if self.ends_at <= now {
            *self = Self::new(now);
        }
    }

    fn is_closed_for(&self, subject: &str) -> bool {
        let for_one = self.wrong.iter().filter(|(of, _)| of == subject).count();
        for_one >= MOST_FOR_ONE || self.wrong.len() >= MOST_OF_NETWORK
    }

    fn note(&mut self, tried: &Tried<'_>) {
        let is_known = self
            .wrong
            .iter()
            .any(|(of, digest)| of == tried.subject && equal(digest, tried.digest));
        if !is_known {
            // A name that nobody can have is as good as any other, and must not fill the memory.
            let subject = tried.subject.chars().take(LONGEST_SUBJECT).collect();
            self.wrong.push((subject, tried.digest.to_owned()));
        }
    }
}

/// The longest name that is remembered, in characters; longer than that of any client with a secret.
const LONGEST_SUBJECT: usize = 200;

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_700_000_000);

    fn tried<'a>(number: u32, subject: &'a str, digest: &'a str) -> Tried<'a> {
        Tried {
            network: Network::of(Ipv4Addr::from_bits(number).into()),
            subject,
            digest,
        }
    }

    fn wrong(tries: &Tries, number: u32, subject: &str, secret: usize, now: Timestamp) -> Judged {
        let digest = secret.to_string();
        tries.judge(&tried(number, subject, &digest), now, || false)
    }

    #[test]
    fn ten_different_wrong_ones_close_a_subject_for_its_network_alone() {
        let tries = Tries::default();
        for _again in 0..3 {
            for secret in 0..MOST_FOR_ONE - 1 {
                assert_eq!(wrong(&tries, 1, "shop", secret, NOW), Judged::Wrong);
            }
        }
        assert_eq!(wrong(&tries, 1, "shop", 98, NOW), Judged::Wrong);
        let right = |number, subject, now| tries.judge(&tried(number, subject, "x"), now, || true);
        assert_eq!(right(1, "shop", NOW), Judged::Closed);
        assert_eq!(right(1, "other", NOW), Judged::Right);
        assert_eq!(right(2, "shop", NOW), Judged::Right);
        assert_eq!(right(1, "shop", NOW.plus(WINDOW)), Judged::Right);
        assert_eq!(
            wrong(&tries, 1, "shop", 99, NOW.plus(WINDOW)),
            Judged::Wrong
        );
        assert_eq!(right(1, "shop", NOW.plus(WINDOW)), Judged::Right);
    }

    #[test]
    fn a_hundred_close_a_network() {
        let tries = Tries::default();
        for secret in 0..MOST_OF_NETWORK {
            let subject = format!("client-{secret}");
            assert_eq!(wrong(&tries, 1, &subject, secret, NOW), Judged::Wrong);
        }
        let judged = tries.judge(&tried(1, "shop", "x"), NOW, || true);
        assert_eq!(judged, Judged::Closed);
    }

    #[test]
    fn memory_is_bounded_and_a_right_secret_is_never_refused_for_it() {
        let tries = Tries::default();
        let most = u32::try_from(MOST_NETWORKS).unwrap();
        for number in 0..most + 10 {
            assert_eq!(wrong(&tries, number, "shop", 1, NOW), Judged::Wrong);
        }
        assert_eq!(tries.networks.lock().unwrap().len(), MOST_NETWORKS);
        let judged = tries.judge(&tried(most + 20, "shop", "x"), NOW, || true);
        assert_eq!(judged, Judged::Right);
        assert_eq!(
            wrong(&tries, most + 20, "shop", 1, NOW.plus(WINDOW)),
            Judged::Wrong
        );
        assert_eq!(tries.networks.lock().unwrap().len(), 1, "what is over goes");
    }
}
