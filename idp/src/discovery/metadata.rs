//! The metadata document (OpenID Connect Discovery section 3, RFC 8414 section 2): only what works is listed.

use serde_json::{Value, json};

use crate::clients::{GrantType, Scope};
use crate::keys::Algorithm;

/// The document of an issuer.
pub(crate) fn document(issuer: &str) -> Value {
    let at = |path: &str| format!("{issuer}{path}");
    let grant_types = GrantType::ALL.map(GrantType::name);
    let algorithms = Algorithm::ALL.map(Algorithm::name);
    let proofs = ["client_secret_basic", "client_secret_post", "none"];
    json!({
        "issuer": issuer,
        "authorization_endpoint": at("/oauth/authorize"),
        "token_endpoint": at("/oauth/token"),
        "userinfo_endpoint": at("/oauth/userinfo"),
        "end_session_endpoint": at("/oauth/logout"),
        "jwks_uri": at("/oauth/jwks"),
        "scopes_supported": Scope::OWN,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": grant_types,
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": algorithms,
        "token_endpoint_auth_methods_supported": proofs,
        "code_challenge_methods_supported": ["S256"],
        "claim_types_supported": ["normal"],
        "claims_supported": [
            "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "sid",
            "name", "picture", "email", "email_verified",
        ],
        "prompt_values_supported": ["none", "login", "consent", "select_account"],
        "claims_parameter_supported": false,
        "request_parameter_supported": false,
        // Its default is true, so that leaving it out would promise what is refused.
        "request_uri_parameter_supported": false,
        "authorization_response_iss_parameter_supported": true,
    })
}
