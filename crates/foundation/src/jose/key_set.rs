//! A set of public keys, and what it verifies.

use std::collections::HashMap;

use serde_json::Value;

use super::claims::{Claims, Expected, check_claims, check_type};
use super::compact::Compact;
use super::key::{VerifyingKey, usable};
use super::refusal::TokenRefusal;

/// At most this many keys of one set are kept.
const MOST_KEYS: usize = 100;

/// Public keys by `kid`.
#[derive(Clone, Default)]
pub struct KeySet(HashMap<String, VerifyingKey>);

impl KeySet {
    /// Reads a JWK set (RFC 7517 section 5), keeping the keys that can be used here and leaving out the rest.
    ///
    /// `None` when the document is no JWK set at all.
    pub fn of_jwks(document: &Value) -> Option<Self> {
        let keys = document.get("keys")?.as_array()?;
        Some(Self(
            keys.iter().filter_map(usable).take(MOST_KEYS).collect(),
        ))
    }

    /// Whether a key of this name is here.
    pub fn contains(&self, kid: &str) -> bool {
        self.0.contains_key(kid)
    }

    /// Whether no key could be used.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The `kid` a token names, read without trust, to decide whether to fetch keys again.
    pub fn named_key(token: &str) -> Option<String> {
        Compact::parse(token).ok().and_then(|token| token.kid)
    }

    /// The algorithm a token names, read without trust, to compare it with one that is agreed on.
    pub fn named_algorithm(token: &str) -> Option<String> {
        Compact::parse(token).ok().map(|token| token.algorithm)
    }

    /// The `sub` a token names, read without trust, to find the keys that it has to be signed with.
    pub fn named_subject(token: &str) -> Option<String> {
        let claims = Compact::parse(token).ok()?.claims().ok()?;
        claims.get("sub")?.as_str().map(ToOwned::to_owned)
    }

    /// Verifies a compact JWS and its registered claims; the claims of anything else are never seen.
    pub fn verify(&self, token: &str, expected: &Expected<'_>) -> Result<Claims, TokenRefusal> {
        let token = Compact::parse(token)?;
        check_type(token.token_type.as_deref(), expected.token_type)?;
        let key = token
            .kid
            .as_ref()
            .and_then(|kid| self.0.get(kid))
            .ok_or(TokenRefusal::UnknownKey)?;
        if token.algorithm != key.algorithm() {
            return Err(TokenRefusal::WrongAlgorithm);
        }
        if !key.has_signed(token.signed, &token.signature) {
            return Err(TokenRefusal::WrongSignature);
        }
        let claims = Claims::new(token.claims()?);
        check_claims(&claims, expected)?;
        Ok(claims)
    }
}
