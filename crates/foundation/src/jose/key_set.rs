//! A set of public keys, and what it verifies.

use std::collections::HashMap;

use serde_json::Value;

use super::claims::{Claims, Expected, check_claims, check_type};
use super::compact::Compact;
use super::key::{VerifyingKey, usable};
use super::refusal::TokenRefusal;

/// At most this many keys of one set are kept.
const MOST_KEYS: usize = 100;
/// At most this many keys are tried for a token that names none; a set with more of its algorithm has to be named from.
const MOST_TRIED: usize = 20;

/// Public keys, most of them with a `kid`.
#[derive(Clone, Default)]
pub struct KeySet {
    named: HashMap<String, VerifyingKey>,
    nameless: Vec<VerifyingKey>,
}

impl KeySet {
    /// Reads a JWK set (RFC 7517 section 5), keeping the keys that can be used here and leaving out the rest.
    ///
    /// `None` when the document is no JWK set at all.
    pub fn of_jwks(document: &Value) -> Option<Self> {
        let keys = document.get("keys")?.as_array()?;
        let mut set = Self::default();
        for (kid, key) in keys.iter().filter_map(usable).take(MOST_KEYS) {
            match kid {
                Some(kid) => {
                    set.named.insert(kid, key);
                }
                None => set.nameless.push(key),
            }
        }
        Some(set)
    }

    /// Whether a key of this name is here.
    pub fn contains(&self, kid: &str) -> bool {
        self.named.contains_key(kid)
    }

    /// Whether no key could be used.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty() && self.nameless.is_empty()
    }

    /// The `kid` a token names, read without trust, to decide whether to fetch keys again.
    pub fn named_key(token: &str) -> Option<String> {
        Compact::parse(token).ok().and_then(|token| token.kid)
    }

    /// The algorithm a token names, read without trust, to compare it with one that is agreed on.
    pub fn named_algorithm(token: &str) -> Option<String> {
        Compact::parse(token).ok().map(|token| token.algorithm)
    }

    /// The claims of a token, read without trust, to find out what its sender asks for.
    pub fn claims_without_trust(token: &str) -> Option<Claims> {
        Compact::parse(token).ok()?.claims().ok().map(Claims::new)
    }

    /// The `sub` a token names, read without trust, to find the keys that it has to be signed with.
    pub fn named_subject(token: &str) -> Option<String> {
        let claims = Compact::parse(token).ok()?.claims().ok()?;
        claims.get("sub")?.as_str().map(ToOwned::to_owned)
    }

    /// Verifies a compact JWS and its registered claims, by the key that it names; the claims of anything else are never
    /// seen.
    pub fn verify(&self, token: &str, expected: &Expected<'_>) -> Result<Claims, TokenRefusal> {
        let token = Compact::parse(token)?;
        check_type(token.token_type.as_deref(), expected.token_type)?;
        let kid = token.kid.as_ref().ok_or(TokenRefusal::UnknownKey)?;
        verified(&token, &[self.of_name(kid)?], expected)
    }

    /// The same for a set whose keys are all of one signer: a token that names no key may be signed with any of them
    /// that its algorithm is of (RFC 7515 section 4.1.4 leaves `kid` out as it likes).
    pub fn verify_of_one_signer(
        &self,
        token: &str,
        expected: &Expected<'_>,
    ) -> Result<Claims, TokenRefusal> {
        let token = Compact::parse(token)?;
        check_type(token.token_type.as_deref(), expected.token_type)?;
        if let Some(kid) = &token.kid {
            return verified(&token, &[self.of_name(kid)?], expected);
        }
        let all = self.named.values().chain(&self.nameless);
        let fitting: Vec<_> = all
            .filter(|key| key.algorithm() == token.algorithm)
            .collect();
        if fitting.is_empty() || fitting.len() > MOST_TRIED {
            return Err(TokenRefusal::UnknownKey);
        }
        verified(&token, &fitting, expected)
    }

    fn of_name(&self, kid: &str) -> Result<&VerifyingKey, TokenRefusal> {
        self.named.get(kid).ok_or(TokenRefusal::UnknownKey)
    }
}

/// The claims of a token that one of these keys has signed, by the algorithm of that key.
fn verified(
    token: &Compact<'_>,
    keys: &[&VerifyingKey],
    expected: &Expected<'_>,
) -> Result<Claims, TokenRefusal> {
    let mut fitting = keys
        .iter()
        .filter(|key| key.algorithm() == token.algorithm)
        .peekable();
    if fitting.peek().is_none() {
        return Err(TokenRefusal::WrongAlgorithm);
    }
    if !fitting.any(|key| key.has_signed(token.signed, &token.signature)) {
        return Err(TokenRefusal::WrongSignature);
    }
    let claims = Claims::new(token.claims()?);
    check_claims(&claims, expected)?;
    Ok(claims)
}
