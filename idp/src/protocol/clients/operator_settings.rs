//! Operator settings for a client with a client ID metadata document; the document decides everything else.

use foundation::Timestamp;
use foundation::outbound::AllowedHosts;
use serde_json::Value;

use super::client::Client;
use super::metadata::ClientMetadata;
use super::registration::{Registration, default_client};
use super::rules::check_resources;
use super::self_registered::registered_members;
use super::words::{AuthMethod, RegisteredBy};

/// The members that an operator decides for a client with a client ID metadata document.
const OPERATOR_SETTINGS: [&str; 3] = ["is_active", "require_pkce", "resources"];

/// Applies the operator's settings to a client: whether it is active, whether it needs PKCE, and which resources it may
/// request. A member that is left out gets its default. Other members may be sent with their current values only, so
/// that a client's registration can be read and sent back.
pub(crate) fn apply_operator_settings(
    before: &Client,
    members: &ClientMetadata,
    now: Timestamp,
) -> Result<Client, Vec<String>> {
    let mut problems = unknown_members(before, members);
    check_resources(&members.resources, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(Client {
        is_active: members.is_active.unwrap_or(true),
        require_pkce: members.require_pkce.unwrap_or(true),
        resources: members.resources.clone(),
        updated_at: now,
        ..before.clone()
    })
}

/// Returns a deactivated client for a document that has sent no request yet.
pub(crate) fn new_inactive_client(address: &str, now: Timestamp) -> Client {
    let registration = Registration {
        id: address.to_owned(),
        secret_digest: None,
        registered_by: RegisteredBy::Document,
        first_party: false,
        token_digest: None,
        allowed: AllowedHosts::default(),
        // Leaves the issuer empty, because the client has no URIs to check.
        issuer: String::new(),
        now,
    };
    Client {
        is_active: false,
        auth_method: AuthMethod::None,
        last_used_at: Some(now),
        ..default_client(registration)
    }
}

fn unknown_members(before: &Client, members: &ClientMetadata) -> Vec<String> {
    let known = registered_members(before);
    let Ok(Value::Object(members)) = serde_json::to_value(members) else {
        return vec!["the registration cannot be read".to_owned()];
    };
    let is_left_out =
        |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    members
        .iter()
        .filter(|(name, value)| !OPERATOR_SETTINGS.contains(&name.as_str()) && !is_left_out(value))
        .filter(|(name, value)| known.get(*name) != Some(*value))
        .map(|(name, _)| format!("{name} is said by the client's own document; leave it out"))
        .collect()
}
