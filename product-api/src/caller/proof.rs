//! Proofs of possession (RFC 9449): each request with a bound token is signed by the key that the token is bound to.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use foundation::Timestamp;
use foundation::dpop::{Demanded, verify};
use poem::Request;
use poem::http::HeaderMap;

use crate::app::App;
use crate::problem::{Kind, Problem};

const HEADER: &str = "dpop";
/// The most proofs that are remembered at a time; who comes after that waits.
const MOST: usize = 200_000;
/// How many proofs there may be before those that are over are looked for.
const FEW: usize = 1024;

/// The proofs that this process has seen, until they are too old to be used again.
#[derive(Debug, Default)]
pub(crate) struct Proofs(Mutex<Seen>);

#[derive(Debug, Default)]
struct Seen {
    kept: HashMap<String, Timestamp>,
    /// At how many the next look for old ones is due, so that it costs each proof little.
    next_look: usize,
}

/// What became of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Used {
    First,
    Again,
    /// It could not be remembered, and so it does not count.
    Full,
}

impl Proofs {
    fn use_once(&self, digest: String, kept_until: Timestamp, now: Timestamp) -> Used {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.kept.contains_key(&digest) {
            return Used::Again;
        }
        if seen.kept.len() >= seen.next_look.max(FEW) {
            seen.kept.retain(|_, until| now < *until);
            seen.next_look = seen.kept.len().saturating_mul(2).min(MOST);
        }
        if seen.kept.len() >= MOST {
            return Used::Full;
        }
        seen.kept.insert(digest, kept_until);
        Used::First
    }
}

/// Checks that a request proves the key that its token is bound to, by a proof that was not used before.
pub(super) fn check(
    app: &App,
    request: &Request,
    token: &str,
    bound_to: &str,
) -> Result<(), Problem> {
    let proof = presented(request.headers()).ok_or_else(refused)?;
    let now = app.clock.now();
    let path = request.original_uri().path();
    let demanded = Demanded {
        method: request.method().as_str(),
        address: &format!("{}{path}", app.config.issuer.public_origin()),
        access_token: Some(token),
        now,
    };
    let proof = verify(proof, &demanded).map_err(|refusal| {
        tracing::debug!(%refusal, "a proof of possession was refused");
        refused()
    })?;
    if proof.thumbprint != bound_to {
        return Err(refused());
    }
    match app.proofs.use_once(proof.digest, proof.kept_until, now) {
        Used::First => Ok(()),
        Used::Again => Err(refused()),
        Used::Full => Err(Problem::new(
            Kind::Unavailable,
            "Too many requests with proofs of possession come at a time.",
        )
        .retry_after(5)),
    }
}

/// The one proof of a request.
fn presented(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(HEADER).iter();
    let first = all.next()?;
    match all.next() {
        None => first.to_str().ok(),
        Some(_) => None,
    }
}

fn refused() -> Problem {
    Problem::new(
        Kind::Unauthenticated,
        "The DPoP proof is missing, malformed, not for this request, method, token and key, older than a minute, or used.",
    )
    .of_proof()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

    #[test]
    fn memory_is_bounded_and_what_cannot_be_remembered_does_not_count() {
        let proofs = Proofs::default();
        let until = NOW.plus(Duration::from_mins(3));
        let used = |name: usize, now| proofs.use_once(name.to_string(), until, now);
        for name in 0..MOST {
            assert_eq!(used(name, NOW), Used::First);
        }
        assert_eq!(used(7, NOW), Used::Again);
        assert_eq!(used(MOST, NOW), Used::Full);
        assert_eq!(used(MOST, until), Used::First, "what is over goes");
        assert_eq!(proofs.0.lock().unwrap().kept.len(), 1);
    }
}
