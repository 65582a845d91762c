//! Checks discovery and keys by the plan Config (OpenID Connect Discovery section 4).

use serde_json::Value;

use super::keys;
use super::suite::Suite;
use crate::responses::HttpResponse;

/// Members that the suite knows; any other causes a warning.
const KNOWN: [&str; 49] = [
    "acr_values_supported",
    "authorization_endpoint",
    "authorization_response_iss_parameter_supported",
    "backchannel_logout_session_supported",
    "backchannel_logout_supported",
    "claim_types_supported",
    "claims_locales_supported",
    "claims_parameter_supported",
    "claims_supported",
    "code_challenge_methods_supported",
    "device_authorization_endpoint",
    "display_values_supported",
    "dpop_signing_alg_values_supported",
    "end_session_endpoint",
    "grant_types_supported",
    "id_token_encryption_alg_values_supported",
    "id_token_encryption_enc_values_supported",
    "id_token_signing_alg_values_supported",
    "introspection_endpoint",
    "introspection_endpoint_auth_methods_supported",
    "introspection_endpoint_auth_signing_alg_values_supported",
    "issuer",
    "jwks_uri",
    "op_policy_uri",
    "op_tos_uri",
    "prompt_values_supported",
    "pushed_authorization_request_endpoint",
    "registration_endpoint",
    "request_object_signing_alg_values_supported",
    "request_parameter_supported",
    "request_uri_parameter_supported",
    "require_pushed_authorization_requests",
    "require_request_uri_registration",
    "response_modes_supported",
    "response_types_supported",
    "revocation_endpoint",
    "revocation_endpoint_auth_methods_supported",
    "revocation_endpoint_auth_signing_alg_values_supported",
    "scopes_supported",
    "service_documentation",
    "subject_types_supported",
    "tls_client_certificate_bound_access_tokens",
    "token_endpoint",
    "token_endpoint_auth_methods_supported",
    "token_endpoint_auth_signing_alg_values_supported",
    "ui_locales_supported",
    "userinfo_endpoint",
    "userinfo_signing_alg_values_supported",
    "client_id_metadata_document_supported",
];

/// Asserts that endpoints with client assertions list their signature algorithms (RFC 8414 section 2).
fn says_how_assertions_are_signed(metadata: &Value) {
    for (name, methods) in metadata.as_object().unwrap() {
        let Some(endpoint) = name.strip_suffix("_auth_methods_supported") else {
            continue;
        };
        let with_assertions = methods
            .as_array()
            .unwrap()
            .contains(&"private_key_jwt".into());
        let algorithms = &metadata[format!("{endpoint}_auth_signing_alg_values_supported")];
        assert_eq!(algorithms.is_array(), with_assertions, "{endpoint}");
    }
}

/// Asserts that every member has the type that its name implies.
fn well_formed(metadata: &Value) {
    says_how_assertions_are_signed(metadata);
    for (name, value) in metadata.as_object().unwrap() {
        let is_right = if name.ends_with("_values_supported")
            || name.ends_with("_types_supported")
            || name.ends_with("_modes_supported")
            || name.ends_with("_methods_supported")
            || [
                "scopes_supported",
                "claims_supported",
                "ui_locales_supported",
            ]
            .contains(&name.as_str())
        {
            let list = value.as_array();
            list.is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_string))
        } else if name.ends_with("_supported") || name.starts_with("require_") {
            value.is_boolean()
        } else {
            value.is_string()
        };
        assert!(is_right, "{name}: {value}");
        assert!(KNOWN.contains(&name.as_str()), "{name} draws a warning");
    }
}

modules! {
    async fn oidcc_discovery_endpoint_verification(suite) {
        let address = format!("{}/.well-known/openid-configuration", suite.issuer);
        let response = HttpResponse::read(suite.http.get(address).send().await.unwrap()).await;
        assert!(response.header("content-type").starts_with("application/json"));
        let metadata = response.ok();
        assert_eq!(metadata["issuer"], suite.issuer.as_str());
        for (list, value) in [
            ("id_token_signing_alg_values_supported", "RS256"),
            ("response_types_supported", "code"),
            ("subject_types_supported", "public"),
            ("scopes_supported", "openid"),
            ("grant_types_supported", "authorization_code"),
            ("code_challenge_methods_supported", "S256"),
            ("claims_supported", "sub"),
            ("token_endpoint_auth_methods_supported", "client_secret_basic"),
        ] {
            assert!(suite.lists(list, value), "{list}: {value}");
        }
        well_formed(&metadata);
        every_endpoint_is_https(&suite);
        keys::sound(&suite.keys);
        let other = format!("{}/.well-known/oauth-authorization-server", suite.issuer);
        let other = HttpResponse::read(suite.http.get(other).send().await.unwrap()).await;
        assert_eq!(other.ok(), metadata, "RFC 8414");
    }

    async fn oidcc_rp_initiated_logout_discovery_endpoint_verification(suite) {
        assert!(suite.endpoint("end_session_endpoint").starts_with(&suite.issuer));
        every_endpoint_is_https(&suite);
    }
}

/// Asserts that every endpoint has https, because http is a failure and not a warning.
pub(crate) fn every_endpoint_is_https(suite: &Suite) {
    let members = suite.metadata.as_object().unwrap();
    let endpoints = members
        .iter()
        .filter(|(name, _)| name.ends_with("_endpoint") || name.as_str() == "jwks_uri");
    let mut count = 0;
    for (name, address) in endpoints {
        let address = address.as_str().unwrap();
        assert!(address.starts_with("https://"), "{name}: {address}");
        count += 1;
    }
    assert!(count >= 5, "{count}");
}
