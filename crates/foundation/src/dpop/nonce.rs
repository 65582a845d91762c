//! Nonces (RFC 9449 section 8): our own authenticated time, which limits a proof's age independently of the client's clock.

use std::fmt;
use std::time::Duration;

use crate::failure::Failure;
use crate::random::hexadecimal;
use crate::secret::Sealer;
use crate::time::Timestamp;

/// Purpose of the key that authenticates nonces.
const PURPOSE: &str = "dpop-nonce";
/// Time for which proofs may name a nonce.
pub(super) const NONCE_LIFETIME: Duration = Duration::from_mins(5);

/// A nonce of this installation. It is not stored: every replica can verify it and read its time of issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nonce {
    seconds: i64,
    tag: [u8; 32],
}

impl Nonce {
    /// Creates a nonce for proofs that are made now.
    pub fn new(sealer: &Sealer, now: Timestamp) -> Result<Self, Failure> {
        let seconds = now.seconds();
        let tag = sealer.tag(PURPOSE, &seconds.to_string())?;
        Ok(Self { seconds, tag })
    }

    /// Returns the time at which a nonce was issued; `None` for one that this installation did not issue.
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
