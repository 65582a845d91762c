//! Metadata that a client may set for itself, in contrast to the members that only an operator sets.

use serde_json::{Map, Value};

use super::client::Client;
use super::metadata::ClientMetadata;
use super::scope::Scope;
use super::words::RegisteredBy;

/// Members that a client may set for itself (RFC 7591 section 2 and extensions). Unknown members are ignored, as
/// section 2 requires.
const CLIENT_MEMBERS: [&str; 36] = [
    "access_token_format",
    "application_type",
    "backchannel_logout_session_required",
    "backchannel_logout_uri",
    "brand_color",
    "client_name",
    "client_uri",
    "contacts",
    "default_acr_values",
    "default_max_age",
    "dpop_bound_access_tokens",
    "grant_types",
    "id_token_signed_response_alg",
    "initiate_login_uri",
    "jwks",
    "jwks_uri",
    "logo_uri",
    "policy_uri",
    "post_logout_redirect_uris",
    "redirect_uris",
    "refresh_token_rotation",
    "request_object_signing_alg",
    "require_auth_time",
    "require_pkce",
    "require_pushed_authorization_requests",
    "require_signed_request_object",
    "response_types",
    "scope",
    "sector_identifier_uri",
    "subject_type",
    "token_endpoint_as_audience",
    "token_endpoint_auth_method",
    "token_endpoint_auth_signing_alg",
    "tos_uri",
    "userinfo_claims_in_id_token",
    "userinfo_signed_response_alg",
];
/// Members that only an operator sets; a client that sends another value gets an error.
const OPERATOR_MEMBERS: [&str; 3] = ["is_active", "first_party", "resources"];

/// Members that make a client's tokens safer, with their defaults: an update has to repeat them.
const SAFEGUARDS: [(&str, &str); 19] = [
    ("access_token_format", "\"jwt\""),
    ("backchannel_logout_session_required", "false"),
    ("backchannel_logout_uri", "null"),
    ("default_acr_values", "[]"),
    ("default_max_age", "null"),
    ("dpop_bound_access_tokens", "false"),
    ("jwks", "null"),
    ("jwks_uri", "null"),
    ("refresh_token_rotation", "null"),
    ("request_object_signing_alg", "null"),
    ("require_auth_time", "false"),
    ("require_pushed_authorization_requests", "false"),
    ("require_signed_request_object", "false"),
    ("sector_identifier_uri", "null"),
    ("subject_type", "\"public\""),
    ("token_endpoint_as_audience", "true"),
    ("token_endpoint_auth_method", "\"client_secret_basic\""),
    ("token_endpoint_auth_signing_alg", "null"),
    ("userinfo_signed_response_alg", "null"),
];

/// The member of a registration that only the admin API accepts.
const RESOURCES: &str = "protected_resources";

/// Returns whether a registration has a member of this name.
pub(super) fn is_member(name: &str) -> bool {
    CLIENT_MEMBERS.contains(&name) || OPERATOR_MEMBERS.contains(&name) || name == RESOURCES
}

impl Client {
    /// Returns whether the client has a client ID metadata document, whose URL is its id.
    pub(crate) fn has_metadata_document(&self) -> bool {
        self.registered_by == RegisteredBy::Document
    }

    /// Returns whether the client registered itself, so that no operator vouches for it. Users are requested for consent each time.
    pub(crate) fn is_self_registered(&self) -> bool {
        matches!(
            self.registered_by,
            RegisteredBy::Dynamic | RegisteredBy::Document
        )
    }
}

impl ClientMetadata {
    /// Parses the metadata that a client sends about itself. The client gets the requested scopes within `ceiling`, or
    /// all of them if it requests none. `before` is the current registration, for an update.
    pub(crate) fn from_members(
        members: Map<String, Value>,
        ceiling: &Scope,
        before: Option<&Client>,
    ) -> Result<Self, Vec<String>> {
        let known = before.map(registered_members).unwrap_or_default();
        let mut problems = Vec::new();
        check_operators(&members, &known, &mut problems);
        if before.is_some() {
            check_safeguards(&members, &known, &mut problems);
        }
        let mut own: Map<_, _> = members
            .into_iter()
            .filter(|(name, value)| CLIENT_MEMBERS.contains(&name.as_str()) && !value.is_null())
            .collect();
        own.extend(
            known
                .get("resources")
                .map(|value| ("resources".to_owned(), value.clone())),
        );
        keep_pkce(&mut own, &known, &mut problems);
        let read = serde_json::from_value::<Self>(Value::Object(own));
        let mut metadata = match read {
            Ok(metadata) if problems.is_empty() => metadata,
            Ok(_) => return Err(problems),
            Err(error) => {
                problems.push(error.to_string());
                return Err(problems);
            }
        };
        metadata.scope = Some(within(metadata.scope.as_deref(), ceiling)?);
        Ok(metadata)
    }

    /// Returns the metadata that a client gets about its own registration.
    pub(crate) fn registration_response(client: &Client) -> Map<String, Value> {
        let mut members = registered_members(client);
        members.remove("is_active");
        members
    }
}

pub(super) fn registered_members(client: &Client) -> Map<String, Value> {
    match serde_json::to_value(ClientMetadata::from_client(client)) {
        Ok(Value::Object(members)) => members,
        Ok(_) | Err(_) => Map::new(),
    }
}

fn check_operators(
    members: &Map<String, Value>,
    known: &Map<String, Value>,
    problems: &mut Vec<String>,
) {
    for name in OPERATOR_MEMBERS {
        let usual = match name {
            "first_party" => Value::Bool(false),
            "resources" => Value::Array(Vec::new()),
            _ => Value::Bool(true),
        };
        let expected = known.get(name).unwrap_or(&usual);
        if members.get(name).is_some_and(|value| value != expected) {
            problems.push(format!("{name} is decided by the operator; leave it out"));
        }
    }
}

/// Requires an update to repeat each safeguard, or to send null. An update replaces everything (RFC 7592 section 2.2),
/// so a client that does not know a safeguard would reset it to its default by accident.
fn check_safeguards(
    members: &Map<String, Value>,
    known: &Map<String, Value>,
    problems: &mut Vec<String>,
) {
    for (name, usual) in SAFEGUARDS {
        let as_json = known.get(name).map(Value::to_string);
        let is_set = as_json.is_some_and(|text| text != usual);
        if is_set && !members.contains_key(name) {
            problems.push(format!(
                "{name} is set and was left out; send it, or null to give it up"
            ));
        }
    }
}

/// Keeps `require_pkce` in an update that leaves it out. A client may enable it; only an operator disables it, because
/// an operator may have demanded it.
fn keep_pkce(own: &mut Map<String, Value>, known: &Map<String, Value>, problems: &mut Vec<String>) {
    if known.get("require_pkce") != Some(&Value::Bool(true)) {
        return;
    }
    let requested = own.insert("require_pkce".to_owned(), Value::Bool(true));
    if requested == Some(Value::Bool(false)) {
        problems.push(
            "require_pkce is on, and only the operator switches it off; send true or leave it out"
                .to_owned(),
        );
    }
}

fn within(requested: Option<&str>, ceiling: &Scope) -> Result<String, Vec<String>> {
    let Some(requested) = requested else {
        return Ok(ceiling.to_string());
    };
    let requested = Scope::parse(requested)
        .ok_or_else(|| vec!["scope is not words separated by blanks".to_owned()])?;
    Ok(requested
        .filtered(|word| ceiling.contains(word))
        .to_string())
}
