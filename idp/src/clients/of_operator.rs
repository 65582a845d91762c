//! Operator settings for a client with a client ID metadata document; the document decides everything else.

use foundation::Timestamp;
use foundation::outbound::Allowed;
use serde_json::Value;

use super::client::Client;
use super::metadata::ClientMetadata;
use super::own_word::told;
use super::registration::{Registration, plain};
use super::rules::check_resources;
use super::words::{AuthMethod, RegisteredBy};

/// The members that an operator decides for a client with a client ID metadata document.
const DECIDED: [&str; 3] = ["is_active", "require_pkce", "resources"];

/// Applies the operator's settings to a client: whether it is active, whether it needs PKCE, and which resources it may
/// request. A member that is left out gets its default. Other members may be sent with their current values only, so
/// that a client's registration can be read and sent back.
pub(crate) fn decided_by_operator(
    before: &Client,
    said: &ClientMetadata,
    now: Timestamp,
) -> Result<Client, Vec<String>> {
    let mut problems = foreign(before, said);
    check_resources(&said.resources, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(Client {
        is_active: said.is_active.unwrap_or(true),
        require_pkce: said.require_pkce.unwrap_or(true),
        resources: said.resources.clone(),
        updated_at: now,
        ..before.clone()
    })
}

/// Returns a deactivated client for a document that has sent no request yet.
pub(crate) fn banned_beforehand(address: &str, now: Timestamp) -> Client {
    let registration = Registration {
        id: address.to_owned(),
        secret_digest: None,
        registered_by: RegisteredBy::Document,
        first_party: false,
        token_digest: None,
        allowed: Allowed::default(),
        // Leaves the issuer empty, because the client has no URIs to check.
        issuer: String::new(),
        now,
    };
    Client {
        is_active: false,
        auth_method: AuthMethod::None,
        last_used_at: Some(now),
        ..plain(registration)
    }
}

fn foreign(before: &Client, said: &ClientMetadata) -> Vec<String> {
    let known = told(before);
    let Ok(Value::Object(said)) = serde_json::to_value(said) else {
        return vec!["the registration cannot be read".to_owned()];
    };
    let is_left_out =
        |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    said.iter()
        .filter(|(name, value)| !DECIDED.contains(&name.as_str()) && !is_left_out(value))
        .filter(|(name, value)| known.get(*name) != Some(*value))
        .map(|(name, _)| format!("{name} is said by the client's own document; leave it out"))
        .collect()
}
