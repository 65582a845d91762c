//! Limit on wrong secrets, in memory, by network and by subject; its memory use is bounded.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::equal;

use crate::http::network::Network;

/// Maximum number of different wrong secrets from one network for one subject in a window.
pub(super) const MAX_PER_ADDRESS: usize = 10;
/// Maximum number of different wrong secrets from one network in a window.
pub(super) const MAX_PER_NETWORK: usize = 100;
/// Duration of a window, from its first wrong secret.
pub(super) const WINDOW: Duration = Duration::from_mins(15);
/// Maximum number of networks with a counter. Further networks are not limited: secrets of 32 bytes cannot be guessed
/// in any number of attempts, and correct secrets of other clients must not be refused.
const MAX_NETWORKS: usize = 4096;

/// Counters of wrong secrets.
#[derive(Debug, Default)]
pub(crate) struct WrongSecretLimit {
    networks: Mutex<HashMap<Network, Window>>,
}

/// Wrong secrets of one network: their subjects and digests. A repeated secret, as from a program with an outdated
/// setting, gains nothing and is not counted again.
#[derive(Debug)]
struct Window {
    ends_at: Timestamp,
    wrong: Vec<(String, String)>,
}

/// A secret to check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SecretAttempt<'a> {
    /// Network of the request.
    pub(crate) network: Network,
    /// Subject of the secret, such as a client's id.
    pub(crate) subject: &'a str,
    /// Digest of the secret.
    pub(crate) digest: &'a str,
}

/// Result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SecretOutcome {
    /// The secret is correct.
    Right,
    /// The secret is wrong.
    Wrong,
    /// The limit is reached; the secret was not checked.
    Blocked,
}

impl WrongSecretLimit {
    /// Returns true if the limit is reached, for callers that query the database before [`WrongSecretLimit::check`].
    pub(crate) fn is_blocked(&self, attempt: &SecretAttempt<'_>, now: Timestamp) -> bool {
        let networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        is_blocked(&networks, attempt, now)
    }

    /// Checks a secret unless the limit is reached. The check holds the lock, so that concurrent checks cannot exceed
    /// the limit.
    pub(crate) fn check(
        &self,
        attempt: &SecretAttempt<'_>,
        now: Timestamp,
        is_right: impl FnOnce() -> bool,
    ) -> SecretOutcome {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        if is_blocked(&networks, attempt, now) {
            return SecretOutcome::Blocked;
        }
        if is_right() {
            return SecretOutcome::Right;
        }
        if networks.len() >= MAX_NETWORKS && !networks.contains_key(&attempt.network) {
            networks.retain(|_, window| now < window.ends_at);
        }
        if networks.len() < MAX_NETWORKS || networks.contains_key(&attempt.network) {
            networks
                .entry(attempt.network)
                .and_modify(|window| window.renew(now))
                .or_insert_with(|| Window::new(now))
                .note(attempt);
        }
        SecretOutcome::Wrong
    }
}

fn is_blocked(
    networks: &HashMap<Network, Window>,
    attempt: &SecretAttempt<'_>,
    now: Timestamp,
) -> bool {
    let is_blocked = networks
        .get(&attempt.network)
        .filter(|window| now < window.ends_at)
        .is_some_and(|window| window.is_closed_for(attempt.subject));
    if is_blocked {
        metrics::counter!("idp_limits_reached_total", "limit" => "secrets-of-network").increment(1);
    }
    is_blocked
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
        for_one >= MAX_PER_ADDRESS || self.wrong.len() >= MAX_PER_NETWORK
    }

    fn note(&mut self, attempt: &SecretAttempt<'_>) {
        let is_known = self
            .wrong
            .iter()
            .any(|(of, digest)| of == attempt.subject && equal(digest, attempt.digest));
        if !is_known {
            // Shortens the subject to bound the memory; no client with a secret has a longer one.
            let subject = attempt.subject.chars().take(MAX_SUBJECT_LENGTH).collect();
            self.wrong.push((subject, attempt.digest.to_owned()));
        }
    }
}

/// Maximum length of a stored subject, in characters; longer than the id of any client with a secret.
const MAX_SUBJECT_LENGTH: usize = 200;

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_700_000_000);

    fn attempt<'a>(number: u32, subject: &'a str, digest: &'a str) -> SecretAttempt<'a> {
        SecretAttempt {
            network: Network::new(Ipv4Addr::from_bits(number).into()),
            subject,
            digest,
        }
    }

    fn wrong(
        tries: &WrongSecretLimit,
        number: u32,
        subject: &str,
        secret: usize,
        now: Timestamp,
    ) -> SecretOutcome {
        let digest = secret.to_string();
        tries.check(&attempt(number, subject, &digest), now, || false)
    }

    #[test]
    fn ten_different_wrong_ones_close_a_subject_for_its_network_alone() {
        let tries = WrongSecretLimit::default();
        for _again in 0..3 {
            for secret in 0..MAX_PER_ADDRESS - 1 {
                assert_eq!(wrong(&tries, 1, "shop", secret, NOW), SecretOutcome::Wrong);
            }
        }
        assert_eq!(wrong(&tries, 1, "shop", 98, NOW), SecretOutcome::Wrong);
        let right =
            |number, subject, now| tries.check(&attempt(number, subject, "x"), now, || true);
        assert_eq!(right(1, "shop", NOW), SecretOutcome::Blocked);
        assert_eq!(right(1, "other", NOW), SecretOutcome::Right);
        assert_eq!(right(2, "shop", NOW), SecretOutcome::Right);
        assert_eq!(right(1, "shop", NOW.plus(WINDOW)), SecretOutcome::Right);
        assert_eq!(
            wrong(&tries, 1, "shop", 99, NOW.plus(WINDOW)),
            SecretOutcome::Wrong
        );
        assert_eq!(right(1, "shop", NOW.plus(WINDOW)), SecretOutcome::Right);
    }

    #[test]
    fn hundred_close_a_network() {
        let tries = WrongSecretLimit::default();
        for secret in 0..MAX_PER_NETWORK {
            let subject = format!("client-{secret}");
            assert_eq!(
                wrong(&tries, 1, &subject, secret, NOW),
                SecretOutcome::Wrong
            );
        }
        let outcome = tries.check(&attempt(1, "shop", "x"), NOW, || true);
        assert_eq!(outcome, SecretOutcome::Blocked);
    }

    #[test]
    fn memory_is_bounded_and_a_right_secret_is_never_refused_for_it() {
        let tries = WrongSecretLimit::default();
        let max = u32::try_from(MAX_NETWORKS).unwrap();
        for number in 0..max + 10 {
            assert_eq!(wrong(&tries, number, "shop", 1, NOW), SecretOutcome::Wrong);
        }
        assert_eq!(tries.networks.lock().unwrap().len(), MAX_NETWORKS);
        let outcome = tries.check(&attempt(max + 20, "shop", "x"), NOW, || true);
        assert_eq!(outcome, SecretOutcome::Right);
        assert_eq!(
            wrong(&tries, max + 20, "shop", 1, NOW.plus(WINDOW)),
            SecretOutcome::Wrong
        );
        assert_eq!(tries.networks.lock().unwrap().len(), 1, "what is over goes");
    }
}
