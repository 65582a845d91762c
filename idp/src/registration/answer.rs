//! How registrations are told, and how they are refused (RFC 7591 section 3.2).

use serde_json::{Map, Value, json};

use super::register::Registered;
use crate::clients::{Client, ClientMetadata};

/// A registration as its client is told it.
pub(super) fn document(issuer: &str, registered: &Registered) -> Value {
    let Registered {
        client,
        secret,
        token,
    } = registered;
    let mut told: Map<String, Value> = ClientMetadata::told_to(client);
    told.insert("client_id".to_owned(), json!(client.id));
    told.insert(
        "client_id_issued_at".to_owned(),
        json!(client.created_at.seconds()),
    );
    if let Some(secret) = secret {
        told.insert("client_secret".to_owned(), json!(secret));
        // It never expires (section 3.2.1).
        told.insert("client_secret_expires_at".to_owned(), json!(0));
    }
    told.insert("registration_access_token".to_owned(), json!(token));
    told.insert(
        "registration_client_uri".to_owned(),
        json!(address_of(issuer, client)),
    );
    Value::Object(told)
}

/// Where a client's registration is.
pub(super) fn address_of(issuer: &str, client: &Client) -> String {
    format!("{issuer}/oauth/register/{}", client.id)
}

/// The error document: the code for the first kind of problem, and all of them in one sentence.
pub(super) fn refusal(problems: &[String]) -> Value {
    let is_redirect = problems
        .iter()
        .any(|what| what.starts_with("redirect_uris"));
    let code = if is_redirect {
        "invalid_redirect_uri"
    } else {
        "invalid_client_metadata"
    };
    json!({ "error": code, "error_description": printable(&problems.join("; ")) })
}

/// What an `error_description` may hold (RFC 6749 section 5.2): printable ASCII without quotes and backslashes.
fn printable(text: &str) -> String {
    const LONGEST: usize = 2000;
    text.chars()
        .take(LONGEST)
        .map(|letter| match letter {
            '"' | '\\' => '\'',
            ' '..='~' => letter,
            _ => '?',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_printable_and_names_its_kind() {
        let told = refusal(&["redirect_uris: \"https://\u{e4}\n\\x\" is no".to_owned()]);
        assert_eq!(
            told,
            json!({ "error": "invalid_redirect_uri", "error_description": "redirect_uris: 'https://??'x' is no" })
        );
        let told = refusal(&["jwks is no".to_owned(), "scope is no".to_owned()]);
        assert_eq!(told["error"], "invalid_client_metadata");
        assert_eq!(told["error_description"], "jwks is no; scope is no");
    }
}
