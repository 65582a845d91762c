//! Compact form of a token, parsed without trust (RFC 7515 section 7.1).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::refusal::TokenRefusal;
use crate::text::strict_json;

/// Longer tokens are refused before decoding, in bytes.
pub const MAX_TOKEN_LENGTH: usize = 16 * 1024;

/// The parameters that are read from a header.
#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    typ: Option<String>,
    jwk: Option<Map<String, Value>>,
}

/// A parsed token; no part of it is verified yet.
pub(super) struct Compact<'a> {
    pub(super) algorithm: String,
    pub(super) kid: Option<String>,
    pub(super) token_type: Option<String>,
    /// Key in the token's header, which identifies no known party.
    pub(super) own_key: Option<Map<String, Value>>,
    /// Bytes that the signature covers.
    pub(super) signed: &'a [u8],
    pub(super) signature: Vec<u8>,
    claims: &'a str,
}

impl<'a> Compact<'a> {
    /// Parses a token. Refuses a text that is not a compact JWS, and one that requires an extension (section 4.1.11).
    pub(super) fn parse(token: &'a str) -> Result<Self, TokenRefusal> {
        let (header, claims, signature) = split(token).ok_or(TokenRefusal::Malformed)?;
        let fields = decode(header).ok_or(TokenRefusal::Malformed)?;
        if fields.contains_key("crit") {
            return Err(TokenRefusal::Critical);
        }
        let fields: Header = serde_json::from_value(Value::Object(fields))
            .map_err(|_error| TokenRefusal::Malformed)?;
        let signed = token
            .get(..header.len() + 1 + claims.len())
            .ok_or(TokenRefusal::Malformed)?;
        Ok(Self {
            algorithm: fields.alg,
            kid: fields.kid,
            token_type: fields.typ,
            own_key: fields.jwk,
            signed: signed.as_bytes(),
            signature: URL_SAFE_NO_PAD
                .decode(signature)
                .map_err(|_error| TokenRefusal::Malformed)?,
            claims,
        })
    }

    /// Returns the claims; call this after the signature was verified.
    pub(super) fn claims(&self) -> Result<Map<String, Value>, TokenRefusal> {
        decode(self.claims).ok_or(TokenRefusal::Malformed)
    }
}

fn split(token: &str) -> Option<(&str, &str, &str)> {
    if token.len() > MAX_TOKEN_LENGTH {
        return None;
    }
    let mut parts = token.split('.');
    let three = (parts.next()?, parts.next()?, parts.next()?);
    parts.next().is_none().then_some(three)
}

fn decode(part: &str) -> Option<Map<String, Value>> {
    strict_json::parse_object(&URL_SAFE_NO_PAD.decode(part).ok()?)
}
