//! What the operator decides about a client that is its own document: the document says all the rest.

use foundation::Timestamp;
use foundation::outbound::Allowed;
use serde_json::Value;

use super::client::Client;
use super::metadata::ClientMetadata;
use super::own_word::told;
use super::registration::{Registration, plain};
use super::rules::check_resources;
use super::words::{AuthMethod, RegisteredBy};

/// The members of a client's own document that the operator decides.
const DECIDED: [&str; 3] = ["is_active", "require_pkce", "resources"];

/// A client with what the operator puts over it: whether it may do anything, whether it has to use PKCE, and which
/// resources it may name; what is left out takes its default. Everything else may be sent as it is told, so that what was
/// read can be put, but not otherwise.
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

/// A document that is switched off before anybody asked for it.
pub(crate) fn banned_beforehand(address: &str, now: Timestamp) -> Client {
    let registration = Registration {
        id: address.to_owned(),
        secret_digest: None,
        registered_by: RegisteredBy::Document,
        first_party: false,
        token_digest: None,
        allowed: Allowed::default(),
        // It has no addresses to look at.
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
