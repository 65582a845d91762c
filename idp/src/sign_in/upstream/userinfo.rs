//! Client of a provider's userinfo endpoint (OpenID Connect Core section 5.3), for claims of the scopes that the ID
//! token lacks.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use foundation::text::strict_json;
use openidconnect::JsonWebKey;
use openidconnect::core::{CoreJsonWebKeySet, CoreJwsSigningAlgorithm};
use serde_json::{Map, Value};

use super::client::ProviderClient;
use crate::identity::users::ProfileClaim;

/// Claims that we use, each with its scope (section 5.4).
const CLAIM_SCOPES: [(&str, &str); 4] = [
    ("email", "email"),
    ("email_verified", "email"),
    ("name", "profile"),
    ("picture", "profile"),
];
/// Maximum length of a signed response, in bytes.
const MAX_SIGNED: usize = 16 * 1024;
/// Permitted signature algorithms; none of them uses a shared secret.
pub(super) const ALGORITHMS: [CoreJwsSigningAlgorithm; 5] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// A userinfo request, with the values that its response must match.
#[derive(Clone, Copy)]
pub(super) struct UserinfoRequest<'a> {
    pub(super) endpoint: &'a str,
    pub(super) access_token: &'a str,
    pub(super) issuer: &'a str,
    pub(super) client_id: &'a str,
    /// `sub` of the ID token.
    pub(super) subject: &'a str,
    pub(super) keys: &'a CoreJsonWebKeySet,
}

/// Returns true if an ID token lacks a claim of one of the scopes.
pub(super) fn lacks_claims(claims: &Map<String, Value>, scopes: &[String]) -> bool {
    CLAIM_SCOPES
        .iter()
        .any(|(claim, scope)| !claims.contains_key(*claim) && scopes.iter().any(|one| one == scope))
}

/// Requests userinfo with an access token. Returns `None` without a response, or for one about another user (section
/// 5.3.4), whose claims must not be used.
pub(super) async fn request_userinfo(
    client: &ProviderClient,
    question: &UserinfoRequest<'_>,
) -> Option<Map<String, Value>> {
    let body = client
        .read(
            question.endpoint,
            Some(question.access_token),
            "application/json, application/jwt",
        )
        .await?;
    let userinfo = match strict_json::parse_object(&body) {
        Some(claims) => claims,
        None => verified(std::str::from_utf8(&body).ok()?.trim(), question)?,
    };
    let subject = userinfo.get("sub").and_then(Value::as_str);
    (subject == Some(question.subject)).then_some(userinfo)
}

/// Verifies a signed response (section 5.3.2) by the provider's keys, its issuer and its audience, and returns the claims.
fn verified(token: &str, question: &UserinfoRequest<'_>) -> Option<Map<String, Value>> {
    let (message, signature) = token
        .rsplit_once('.')
        .filter(|_| token.len() <= MAX_SIGNED)?;
    let (header, payload) = message.split_once('.')?;
    let decoded = |part: &str| URL_SAFE_NO_PAD.decode(part).ok();
    let header = strict_json::parse_object(&decoded(header)?)?;
    let algorithm: CoreJwsSigningAlgorithm =
        serde_json::from_value(header.get("alg")?.clone()).ok()?;
    if !ALGORITHMS.contains(&algorithm) {
        return None;
    }
    let kid = header.get("kid").and_then(Value::as_str);
    let signature = decoded(signature)?;
    let has_signed = question
        .keys
        .keys()
        .iter()
        .filter(|key| kid.is_none_or(|kid| key.key_id().is_some_and(|id| id.as_str() == kid)))
        .any(|key| {
            key.verify_signature(&algorithm, message.as_bytes(), &signature)
                .is_ok()
        });
    if !has_signed {
        return None;
    }
    let claims = strict_json::parse_object(&decoded(payload)?)?;
    let is_from_them = claims.get("iss").and_then(Value::as_str) == Some(question.issuer);
    let is_for_us = match claims.get("aud") {
        Some(Value::String(one)) => one == question.client_id,
        Some(Value::Array(all)) => all.iter().any(|one| one == question.client_id),
        Some(_) | None => false,
    };
    (is_from_them && is_for_us).then_some(claims)
}

/// Adds missing claims to those of an ID token. An address and its verification belong together, so both come from one
/// response.
pub(super) fn with_missing_claims(
    mut claims: Map<String, Value>,
    mut userinfo: Map<String, Value>,
) -> Map<String, Value> {
    let is_whole = claims.contains_key("email") && claims.contains_key("email_verified");
    if !is_whole && userinfo.contains_key("email") {
        for name in ["email", "email_verified"] {
            claims.remove(name);
            claims.extend(userinfo.remove_entry(name));
        }
    }
    let others = ProfileClaim::ALL.map(ProfileClaim::name);
    for name in ["name", "picture"].into_iter().chain(others) {
        if !claims.contains_key(name) {
            claims.extend(userinfo.remove_entry(name));
        }
    }
    claims
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        let Value::Object(members) = value else {
            panic!("{value} is no object");
        };
        members
    }

    #[test]
    fn id_token_lacks_claims_of_its_scopes() {
        let scopes = |text: &str| text.split(' ').map(ToOwned::to_owned).collect::<Vec<_>>();
        let rows = [
            (json!({}), "openid", false),
            (json!({}), "openid email", true),
            (json!({ "email": "a@example.com" }), "openid email", true),
            (
                json!({ "email": "a@example.com", "email_verified": false }),
                "openid email",
                false,
            ),
            (json!({ "name": "Ann" }), "openid profile", true),
            (
                json!({ "name": "Ann", "picture": "https://a.example/" }),
                "profile openid",
                false,
            ),
        ];
        for (claims, requested, expected) in rows {
            assert_eq!(
                lacks_claims(&object(claims.clone()), &scopes(requested)),
                expected,
                "{claims} {requested}"
            );
        }
    }

    #[test]
    fn address_and_its_verification_come_from_one_response() {
        let rows = [
            (
                json!({ "email": "a@example.com" }),
                json!({ "email": "b@example.com", "email_verified": true }),
                json!({ "email": "b@example.com", "email_verified": true }),
            ),
            (
                json!({ "email": "a@example.com", "email_verified": false }),
                json!({ "email": "b@example.com", "email_verified": true }),
                json!({ "email": "a@example.com", "email_verified": false }),
            ),
            (
                json!({ "email_verified": true }),
                json!({ "email": "b@example.com" }),
                json!({ "email": "b@example.com" }),
            ),
            (
                json!({ "email": "a@example.com", "name": "A" }),
                json!({ "email_verified": true, "name": "B", "picture": "p", "sub": "x" }),
                json!({ "email": "a@example.com", "name": "A", "picture": "p" }),
            ),
        ];
        for (claims, userinfo, expected) in rows {
            let whole = with_missing_claims(object(claims.clone()), object(userinfo.clone()));
            assert_eq!(Value::Object(whole), expected, "{claims} {userinfo}");
        }
    }
}
