//! The metadata document (OpenID Connect Discovery section 3, RFC 8414 section 2), which lists only supported features.

use serde_json::{Value, json};

use crate::config::Config;
use crate::http::i18n::Language;
use crate::oauth::authorize::Acr;
use crate::protocol::clients::{AuthMethod, GrantType, RequestAlgorithm, Scope, SubjectType};
use crate::protocol::keys::Algorithm;

/// Creates the metadata document of an installation.
pub(crate) fn document(config: &Config) -> Value {
    let issuer = &config.base.issuer;
    let at = |path: &str| format!("{issuer}{path}");
    let classes: Vec<_> = Acr::offered(config.passkeys.is_on)
        .iter()
        .map(|class| class.name())
        .collect();
    let grant_types: Vec<_> = GrantType::ALL.iter().map(|one| one.name()).collect();
    let algorithms = Algorithm::ALL.map(Algorithm::name);
    let proofs: Vec<_> = AuthMethod::ALL.iter().map(|one| one.name()).collect();
    json!({
        "issuer": issuer,
        "authorization_endpoint": at("/oauth/authorize"),
        "token_endpoint": at("/oauth/token"),
        "userinfo_endpoint": at("/oauth/userinfo"),
        "introspection_endpoint": at("/oauth/introspect"),
        "revocation_endpoint": at("/oauth/revoke"),
        "pushed_authorization_request_endpoint": at("/oauth/par"),
        "require_pushed_authorization_requests": false,
        "registration_endpoint": at("/oauth/register"),
        "client_id_metadata_document_supported": config.clients.documents,
        "device_authorization_endpoint": at("/oauth/device_authorization"),
        "end_session_endpoint": at("/oauth/logout"),
        "jwks_uri": at("/oauth/jwks"),
        "scopes_supported": Scope::OWN,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query", "form_post"],
        "grant_types_supported": grant_types,
        "subject_types_supported": SubjectType::ALL.iter().map(|one| one.name()).collect::<Vec<_>>(),
        "id_token_signing_alg_values_supported": algorithms,
        "userinfo_signing_alg_values_supported": algorithms,
        "token_endpoint_auth_methods_supported": proofs,
        "revocation_endpoint_auth_methods_supported": proofs,
        // Introspection requires authentication, so that only clients learn about tokens.
        "introspection_endpoint_auth_methods_supported":
            proofs.iter().filter(|one| **one != "none").collect::<Vec<_>>(),
        "token_endpoint_auth_signing_alg_values_supported": algorithms,
        "revocation_endpoint_auth_signing_alg_values_supported": algorithms,
        "introspection_endpoint_auth_signing_alg_values_supported": algorithms,
        "dpop_signing_alg_values_supported": foundation::dpop::ALGORITHMS,
        "code_challenge_methods_supported": ["S256"],
        "claim_types_supported": ["normal"],
        "claims_supported": [
            "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "sid", "acr", "amr",
            "name", "given_name", "family_name", "preferred_username", "picture", "locale", "zoneinfo", "updated_at",
            "email", "email_verified",
        ],
        "acr_values_supported": classes,
        "display_values_supported": ["page"],
        "ui_locales_supported": Language::ALL.map(Language::tag),
        "prompt_values_supported": ["none", "login", "consent", "select_account"],
        "claims_parameter_supported": true,
        "backchannel_logout_supported": true,
        "backchannel_logout_session_supported": true,
        "request_parameter_supported": true,
        "request_object_signing_alg_values_supported":
            RequestAlgorithm::ALL.iter().map(|one| one.name()).collect::<Vec<_>>(),
        // The default is true, so that an absent member would promise an unsupported feature.
        "request_uri_parameter_supported": false,
        "authorization_response_iss_parameter_supported": true,
    })
}
