//! A set of public keys, and the verification of tokens with it.

use std::collections::HashMap;

use serde_json::Value;

use super::claims::{Claims, TokenRequirements, check_claims, check_type};
use super::compact::Compact;
use super::key::{VerifyingKey, usable};
use super::refusal::TokenRefusal;

/// Maximum number of keys of a set; others are dropped.
const MAX_KEYS: usize = 100;
/// Maximum number of keys that are tried for a token without a `kid`; a larger set of its algorithm needs a `kid`.
const MAX_KEYS_TRIED: usize = 20;

/// Public keys, most of them with a `kid`.
#[derive(Clone, Default)]
pub struct KeySet {
    named: HashMap<String, VerifyingKey>,
    nameless: Vec<VerifyingKey>,
}

impl KeySet {
    /// Reads a JWK set (RFC 7517 section 5); drops unusable keys. Returns `None` for a document that is not a JWK set.
    pub fn from_jwks(document: &Value) -> Option<Self> {
        let keys = document.get("keys")?.as_array()?;
        let mut set = Self::default();
        for (kid, key) in keys.iter().filter_map(usable).take(MAX_KEYS) {
            match kid {
                Some(kid) => {
                    set.named.insert(kid, key);
                }
                None => set.nameless.push(key),
            }
        }
        Some(set)
    }

    /// Returns true if the set has a key with this `kid`.
    pub fn contains(&self, kid: &str) -> bool {
        self.named.contains_key(kid)
    }

    /// Returns true if the set has no usable key.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty() && self.nameless.is_empty()
    }

    /// Returns a token's `kid`, read without trust, to decide if the keys must be fetched again.
    pub fn named_key(token: &str) -> Option<String> {
        Compact::parse(token).ok().and_then(|token| token.kid)
    }

    /// Returns a token's algorithm, read without trust, to compare it with the agreed one.
    pub fn named_algorithm(token: &str) -> Option<String> {
        Compact::parse(token).ok().map(|token| token.algorithm)
    }

    /// Returns a token's claims, read without trust, to find out what its sender requests.
    pub fn claims_without_trust(token: &str) -> Option<Claims> {
        Compact::parse(token).ok()?.claims().ok().map(Claims::new)
    }

    /// Returns a token's `sub`, read without trust, to find the keys of its signer.
    pub fn named_subject(token: &str) -> Option<String> {
        let claims = Compact::parse(token).ok()?.claims().ok()?;
        claims.get("sub")?.as_str().map(ToOwned::to_owned)
    }

    /// Verifies a compact JWS and its registered claims with the key that it names. Returns no claims of an invalid token.
    pub fn verify(
        &self,
        token: &str,
        expected: &TokenRequirements<'_>,
    ) -> Result<Claims, TokenRefusal> {
        let token = Compact::parse(token)?;
        check_type(token.token_type.as_deref(), expected.token_type)?;
        let kid = token.kid.as_ref().ok_or(TokenRefusal::UnknownKey)?;
        verified(&token, &[self.find_named(kid)?], expected)
    }

    /// Verifies a token with a set whose keys all belong to one signer. A token without a `kid` may be signed with any
    /// of them that has its algorithm (`kid` is optional, RFC 7515 section 4.1.4).
    pub fn verify_of_one_signer(
        &self,
        token: &str,
        expected: &TokenRequirements<'_>,
    ) -> Result<Claims, TokenRefusal> {
        let token = Compact::parse(token)?;
        check_type(token.token_type.as_deref(), expected.token_type)?;
        if let Some(kid) = &token.kid {
            return verified(&token, &[self.find_named(kid)?], expected);
        }
        let all = self.named.values().chain(&self.nameless);
        let fitting: Vec<_> = all
            .filter(|key| key.algorithm() == token.algorithm)
            .collect();
        if fitting.is_empty() || fitting.len() > MAX_KEYS_TRIED {
            return Err(TokenRefusal::UnknownKey);
        }
        verified(&token, &fitting, expected)
    }

    fn find_named(&self, kid: &str) -> Result<&VerifyingKey, TokenRefusal> {
        self.named.get(kid).ok_or(TokenRefusal::UnknownKey)
    }
}

/// Returns the claims of a token that one of these keys has signed, with the algorithm of that key.
fn verified(
    token: &Compact<'_>,
    keys: &[&VerifyingKey],
    expected: &TokenRequirements<'_>,
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
