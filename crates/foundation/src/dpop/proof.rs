//! Verification of a proof: every check of RFC 9449 section 4.3 except the one for reuse, which needs a store.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use url::Url;

use super::nonce::{NONCE_LIFETIME, Nonce};
use super::refusal::ProofRefusal;
use super::thumbprint::thumbprint;
use crate::jose::{Claims, verify_by_embedded_key};
use crate::secret::{self, Sealer};
use crate::time::Timestamp;

/// `typ` of the header (section 4.2).
const TOKEN_TYPE: &str = "dpop+jwt";
/// Signature algorithms of proofs, the same as those of tokens.
pub const ALGORITHMS: [&str; 3] = ["EdDSA", "ES256", "RS256"];
/// Maximum difference between a client's clock and ours, and maximum age of a proof.
const WINDOW: Duration = Duration::from_mins(1);
/// Extra time for which a proof's digest is stored: the clock of the client may be a minute ahead, and so may the clock
/// of the server that deletes it.
const EXTRA_STORAGE_TIME: Duration = Duration::from_mins(2);

/// The request that a proof must be for.
#[derive(Clone, Copy)]
pub struct ProofRequirements<'a> {
    /// Method of the request.
    pub method: &'a str,
    /// URL as the client knows it, without query and fragment.
    pub address: &'a str,
    /// Access token of the request, if it has one.
    pub access_token: Option<&'a str>,
    /// Current time.
    pub now: Timestamp,
    /// Key that authenticates our nonces.
    pub sealer: &'a Sealer,
}

/// A valid proof, unless it was used before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DpopProof {
    /// Thumbprint of the proof's key.
    pub thumbprint: String,
    /// Digest to store, so that the proof is valid only once.
    pub digest: String,
    /// Time until which the digest must be stored.
    pub kept_until: Timestamp,
}

/// Verifies a proof for a request.
pub fn verify(
    proof: &str,
    requirements: &ProofRequirements<'_>,
) -> Result<DpopProof, ProofRefusal> {
    let signed = verify_by_embedded_key(proof, TOKEN_TYPE)?;
    let thumbprint = thumbprint(&signed.key).ok_or(ProofRefusal::NoKey)?;
    let claims = signed.claims;
    if claims.text("htm") != Some(requirements.method) {
        return Err(ProofRefusal::WrongMethod);
    }
    let address = claims.text("htu").and_then(comparable);
    if address.is_none() || address != comparable(requirements.address) {
        return Err(ProofRefusal::WrongAddress);
    }
    let kept_until = until(&claims, requirements)?;
    if !is_for_token(&claims, requirements.access_token) {
        return Err(ProofRefusal::WrongToken);
    }
    let id = claims
        .text("jti")
        .filter(|id| !id.is_empty())
        .ok_or(ProofRefusal::NoId)?;
    Ok(DpopProof {
        digest: secret::digest("dpop-proof", &format!("{thumbprint}|{id}")),
        kept_until,
        thumbprint,
    })
}

/// Returns the time until which a recent proof's digest must be stored. A proof with our nonce was made after we issued
/// the nonce, and its `iat` does not count (section 11.1): it may be a time whose digests are already deleted. An
/// unknown nonce is ignored.
fn until(claims: &Claims, requirements: &ProofRequirements<'_>) -> Result<Timestamp, ProofRefusal> {
    let issued = claims.number("iat").ok_or(ProofRefusal::NoTime)?;
    let nonce = claims.text("nonce");
    let (made, lifetime) = match nonce.and_then(|nonce| Nonce::given_at(nonce, requirements.sealer))
    {
        Some(given) => (given, NONCE_LIFETIME),
        None => (Timestamp::from_seconds(issued), WINDOW),
    };
    // Proofs have a precision of whole seconds.
    let now = Timestamp::from_seconds(requirements.now.seconds());
    if made <= now.plus(WINDOW) && now <= made.plus(lifetime) {
        Ok(made.plus(lifetime).plus(EXTRA_STORAGE_TIME))
    } else {
        Err(ProofRefusal::WrongTime)
    }
}

/// Returns a URL without query and fragment in one spelling (RFC 3986 section 6.2.2); `None` if it is not HTTP.
fn comparable(address: &str) -> Option<String> {
    let mut url = Url::parse(address).ok()?;
    url.set_query(None);
    url.set_fragment(None);
    let has_user = !url.username().is_empty() || url.password().is_some();
    (matches!(url.scheme(), "http" | "https") && !has_user).then(|| url.into())
}

fn is_for_token(claims: &Claims, token: Option<&str>) -> bool {
    token.is_none_or(|token| {
        let hash = URL_SAFE_NO_PAD.encode(digest(&SHA256, token.as_bytes()));
        claims.text("ath") == Some(hash.as_str())
    })
}
