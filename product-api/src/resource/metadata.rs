//! The metadata of the protected resource (RFC 9728 section 2).

use serde_json::{Value, json};

use crate::config::IssuerConfig;

/// Scopes that a user's client may request here: they allow reading only.
const SCOPES: [&str; 1] = ["credits.read"];

/// Builds the metadata document.
pub(super) fn document(config: &IssuerConfig) -> Value {
    json!({
        "resource": config.audience,
        "authorization_servers": [config.issuer],
        "scopes_supported": SCOPES,
        "bearer_methods_supported": ["header"],
        "resource_name": "Tollgate product API",
        "resource_documentation": format!("{}/docs", config.issuer),
    })
}
