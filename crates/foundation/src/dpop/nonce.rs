//! Nonces (RFC 9449 section 8): our own time, authenticated, by which a proof is young whatever its maker's clock says.

use std::fmt;
use std::time::Duration;

use crate::clock::Timestamp;
use crate::failure::Failure;
use crate::random::hexadecimal;
use crate::secret::Sealer;

/// What the key that authenticates nonces is for.
const PURPOSE: &str = "dpop-nonce";
/// How long proofs may name a nonce.
pub(super) const NONCE_LIFE: Duration = Duration::from_mins(5);

/// A nonce of ours. It is kept nowhere: every replica knows it again, with the time at which it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nonce {
    seconds: i64,
    tag: [u8; 32],
}

impl Nonce {
    /// One for proofs that are made now.
    pub fn new(sealer: &Sealer, now: Timestamp) -> Result<Self, Failure> {
        let seconds = now.seconds();
        let tag = sealer.tag(PURPOSE, &seconds.to_string())?;
        Ok(Self { seconds, tag })
    }

    /// When a nonce was given; `None` for one that is none of ours.
    pub(super) fn given_at(nonce: &str, sealer: &Sealer) -> Option<Timestamp> {
        let (seconds, tag) = nonce.split_once('.')?;
        let is_ours = sealer.has_mac(PURPOSE, seconds, tag).ok()?;
        let seconds = seconds.parse().ok().filter(|_| is_ours)?;
        Some(Timestamp::from_seconds(seconds))
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.seconds, hexadecimal(&self.tag))
    }
}
