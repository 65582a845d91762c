//! Tokens with their own key (RFC 7515 section 4.1.3): they prove only that their sender has the private key.

use serde_json::Value;

use super::claims::{Claims, check_type};
use super::compact::Compact;
use super::key::usable;
use super::refusal::TokenRefusal;

/// A token that the key in its own header has signed.
#[derive(Clone, Debug)]
pub struct SelfSignedToken {
    /// Public key, as in the header.
    pub key: Value,
    /// The claims; none of them is checked.
    pub claims: Claims,
}

/// Verifies a compact JWS by the key in its header. The caller must treat the key as a name that the token gave itself:
/// it identifies no known party.
pub fn verify_by_embedded_key(
    token: &str,
    token_type: &str,
) -> Result<SelfSignedToken, TokenRefusal> {
    let token = Compact::parse(token)?;
    check_type(token.token_type.as_deref(), Some(token_type))?;
    let key = token.own_key.as_ref().ok_or(TokenRefusal::UnknownKey)?;
    let (_, verifying) = usable(&Value::Object(key.clone())).ok_or(TokenRefusal::UnknownKey)?;
    if token.algorithm != verifying.algorithm() {
        return Err(TokenRefusal::WrongAlgorithm);
    }
    if !verifying.has_signed(token.signed, &token.signature) {
        return Err(TokenRefusal::WrongSignature);
    }
    Ok(SelfSignedToken {
        claims: Claims::new(token.claims()?),
        key: Value::Object(key.clone()),
    })
}
