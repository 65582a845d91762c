//! Verifying a proof: every check of RFC 9449 section 4.3 but whether it was used before, which is a store's.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use url::Url;

use super::nonce::{NONCE_LIFE, Nonce};
use super::refusal::ProofRefusal;
use super::thumbprint::thumbprint;
use crate::clock::Timestamp;
use crate::jose::{Claims, verify_by_own_key};
use crate::secret::{self, Sealer};

/// `typ` of the header (section 4.2).
const TOKEN_TYPE: &str = "dpop+jwt";
/// What a proof may be signed with: whatever verifies tokens.
pub const ALGORITHMS: [&str; 3] = ["EdDSA", "ES256", "RS256"];
/// How far the clock of whoever made a proof may be from ours, and how old a proof may be.
const WINDOW: Duration = Duration::from_mins(1);
/// How much longer than it counts a proof has to be remembered: it may have been made a minute ahead, and whoever forgets
/// it may be ahead too.
const KEPT_LONGER: Duration = Duration::from_mins(2);

/// The request that a proof has to be for.
#[derive(Clone, Copy)]
pub struct Demanded<'a> {
    /// Its method.
    pub method: &'a str,
    /// Its address as the caller knows it, without query and fragment.
    pub address: &'a str,
    /// The access token that it carries, if it carries one.
    pub access_token: Option<&'a str>,
    /// Now.
    pub now: Timestamp,
    /// What authenticates our nonces.
    pub sealer: &'a Sealer,
}

/// A proof that holds, unless it was used before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The thumbprint of the key that was proven.
    pub thumbprint: String,
    /// What is to be remembered of it; it counts once.
    pub digest: String,
    /// Until when it is to be remembered.
    pub kept_until: Timestamp,
}

/// Verifies a proof for a request.
pub fn verify(proof: &str, demanded: &Demanded<'_>) -> Result<Proof, ProofRefusal> {
    let signed = verify_by_own_key(proof, TOKEN_TYPE)?;
    let thumbprint = thumbprint(&signed.key).ok_or(ProofRefusal::NoKey)?;
    let claims = signed.claims;
    if claims.text("htm") != Some(demanded.method) {
        return Err(ProofRefusal::WrongMethod);
    }
    let address = claims.text("htu").and_then(comparable);
    if address.is_none() || address != comparable(demanded.address) {
        return Err(ProofRefusal::WrongAddress);
    }
    let kept_until = until(&claims, demanded)?;
    if !is_for_token(&claims, demanded.access_token) {
        return Err(ProofRefusal::WrongToken);
    }
    let id = claims
        .text("jti")
        .filter(|id| !id.is_empty())
        .ok_or(ProofRefusal::NoId)?;
    Ok(Proof {
        digest: secret::digest("dpop-proof", &format!("{thumbprint}|{id}")),
        kept_until,
        thumbprint,
    })
}

/// Until when a proof that was made of late is to be remembered. One that names a nonce of ours was made after we gave it,
/// and its own time counts for nothing (section 11.1): it may say a time at which we have forgotten it. A nonce of somebody
/// else says nothing to us.
fn until(claims: &Claims, demanded: &Demanded<'_>) -> Result<Timestamp, ProofRefusal> {
    let issued = claims.number("iat").ok_or(ProofRefusal::NoTime)?;
    let nonce = claims.text("nonce");
    let (made, life) = match nonce.and_then(|nonce| Nonce::given_at(nonce, demanded.sealer)) {
        Some(given) => (given, NONCE_LIFE),
        None => (Timestamp::from_seconds(issued), WINDOW),
    };
    // Proofs know whole seconds.
    let now = Timestamp::from_seconds(demanded.now.seconds());
    if made <= now.plus(WINDOW) && now <= made.plus(life) {
        Ok(made.plus(life).plus(KEPT_LONGER))
    } else {
        Err(ProofRefusal::WrongTime)
    }
}

/// An address without query and fragment in one spelling (RFC 3986 section 6.2.2); `None` when it is none of the web's.
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
