//! Responses of the registration endpoints, and their errors (RFC 7591 section 3.2).

use serde_json::{Map, Value, json};

use super::register::ClientRegistration;
use crate::protocol::clients::{Client, ClientMetadata};

/// Returns the client information response.
pub(super) fn registration_document(issuer: &str, registered: &ClientRegistration) -> Value {
    let ClientRegistration {
        client,
        secret,
        token,
    } = registered;
    let mut response: Map<String, Value> = ClientMetadata::registration_response(client);
    response.insert("client_id".to_owned(), json!(client.id));
    response.insert(
        "client_id_issued_at".to_owned(),
        json!(client.created_at.seconds()),
    );
    if let Some(secret) = secret {
        response.insert("client_secret".to_owned(), json!(secret));
        // The secret never expires (section 3.2.1).
        response.insert("client_secret_expires_at".to_owned(), json!(0));
    }
    response.insert("registration_access_token".to_owned(), json!(token));
    response.insert(
        "registration_client_uri".to_owned(),
        json!(registration_url(issuer, client)),
    );
    Value::Object(response)
}

/// Returns the URL of a client's registration.
pub(super) fn registration_url(issuer: &str, client: &Client) -> String {
    format!("{issuer}/oauth/register/{}", client.id)
}

/// Returns the error document: the code of the first kind of problem, and all problems in the description.
pub(super) fn problems_document(problems: &[String]) -> Value {
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

/// Returns a text as printable ASCII without quotes and backslashes, for `error_description` (RFC 6749 section 5.2).
fn printable(text: &str) -> String {
    const MAX_DESCRIPTION_LENGTH: usize = 2000;
    text.chars()
        .take(MAX_DESCRIPTION_LENGTH)
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
    fn refusal_is_printable_and_names_its_kind() {
        let response =
            problems_document(&["redirect_uris: \"https://\u{e4}\n\\x\" is no".to_owned()]);
        assert_eq!(
            response,
            json!({ "error": "invalid_redirect_uri", "error_description": "redirect_uris: 'https://??'x' is no" })
        );
        let response = problems_document(&["jwks is no".to_owned(), "scope is no".to_owned()]);
        assert_eq!(response["error"], "invalid_client_metadata");
        assert_eq!(response["error_description"], "jwks is no; scope is no");
    }
}
