//! Rules for a client's metadata document, and its cache lifetime.

use std::time::Duration;

use foundation::outbound::FetchResponse;
use foundation::text::strict_json;
use serde_json::{Map, Value};

/// Cache lifetimes of a document: without `Cache-Control`, the minimum and the maximum.
const USUAL_LIFETIME: Duration = Duration::from_hours(1);
const MIN_LIFETIME: Duration = Duration::from_mins(5);
const MAX_LIFETIME: Duration = Duration::from_hours(24);

/// Reason that a response contains no valid document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DocumentError {
    /// The document's owner has removed it, or the document is invalid.
    Withdrawn(&'static str),
    /// The server is unavailable, or the response is not from the document's owner: an error, another page, a redirect.
    Unavailable(&'static str),
}

/// Reads a response as the metadata document of the client whose id is this URL.
pub(super) fn read(
    address: &str,
    response: &FetchResponse,
) -> Result<Map<String, Value>, DocumentError> {
    match response.status {
        200 => {}
        404 | 410 => return Err(DocumentError::Withdrawn("there is nothing at its address")),
        _ => {
            return Err(DocumentError::Unavailable(
                "its address does not answer with 200",
            ));
        }
    }
    let essence = response
        .content_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim();
    let is_json = essence.eq_ignore_ascii_case("application/json")
        || (essence.starts_with("application/") && essence.ends_with("+json"));
    if !is_json {
        return Err(DocumentError::Unavailable(
            "its address does not answer with JSON",
        ));
    }
    let Some(mut members) = strict_json::parse_object(&response.body) else {
        return Err(DocumentError::Unavailable(
            "its document is no JSON object that names each member once",
        ));
    };
    check(address, &mut members).map_err(DocumentError::Withdrawn)?;
    Ok(members)
}

/// Checks a document; a missing authentication method defaults to `none`.
fn check(address: &str, members: &mut Map<String, Value>) -> Result<(), &'static str> {
    if members.remove("client_id").as_ref().and_then(Value::as_str) != Some(address) {
        return Err("client_id of its document is not the document's own address");
    }
    // Refuses a secret, which a public document would disclose.
    if members.contains_key("client_secret") || members.contains_key("client_secret_expires_at") {
        return Err("its document holds a secret");
    }
    let method = members
        .entry("token_endpoint_auth_method")
        .or_insert_with(|| "none".into());
    if !matches!(method.as_str(), Some("none" | "private_key_jwt")) {
        return Err(
            "token_endpoint_auth_method of its document is neither none nor private_key_jwt",
        );
    }
    Ok(())
}

/// Returns the cache lifetime by `Cache-Control` (RFC 9111 section 5.2.2), within the limits.
pub(super) fn freshness_lifetime(cache_control: &str) -> Duration {
    let lowered = cache_control.to_ascii_lowercase();
    let mut directives = lowered.split(',').map(str::trim);
    if directives
        .clone()
        .any(|one| one == "no-store" || one == "no-cache")
    {
        return MIN_LIFETIME;
    }
    directives
        .find_map(|one| one.strip_prefix("max-age=")?.parse().ok())
        .map_or(USUAL_LIFETIME, Duration::from_secs)
        .clamp(MIN_LIFETIME, MAX_LIFETIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDRESS: &str = "https://agent.example/client";

    fn response(body: &str) -> FetchResponse {
        FetchResponse {
            status: 200,
            content_type: "application/json; charset=utf-8".to_owned(),
            cache_control: String::new(),
            body: body.to_owned().into(),
        }
    }

    #[test]
    fn document_names_itself_and_holds_no_secret() {
        let rows = [
            (r#"{"client_id":"https://agent.example/client"}"#, true),
            (
                r#"{"client_id":"https://agent.example/client","token_endpoint_auth_method":"private_key_jwt"}"#,
                true,
            ),
            (r#"{"client_id":"https://agent.example/client/"}"#, false),
            (r#"{"client_id":"https://other.example/client"}"#, false),
            (r#"{"client_name":"x"}"#, false),
            (
                r#"{"client_id":"https://agent.example/client","client_secret":"x"}"#,
                false,
            ),
            (
                r#"{"client_id":"https://agent.example/client","token_endpoint_auth_method":"client_secret_post"}"#,
                false,
            ),
            (
                r#"{"client_id":"https://other.example/client","client_id":"https://agent.example/client"}"#,
                false,
            ),
            (
                r#"{"client_id":"https://agent.example/client","jwks":{"keys":[],"keys":[]}}"#,
                false,
            ),
            ("[]", false),
            ("<html>", false),
        ];
        for (body, expected) in rows {
            assert_eq!(read(ADDRESS, &response(body)).is_ok(), expected, "{body}");
        }
        let good = rows[0].0;
        let wrong_status = FetchResponse {
            status: 404,
            ..response(good)
        };
        let wrong_type = FetchResponse {
            content_type: "text/html".to_owned(),
            ..response(good)
        };
        assert!(read(ADDRESS, &wrong_status).is_err() && read(ADDRESS, &wrong_type).is_err());
    }

    #[test]
    fn cache_lifetime_is_bounded() {
        let rows = [
            ("", 3600),
            ("public, max-age=600", 600),
            ("max-age=1", 300),
            ("max-age=99999999", 86400),
            ("no-store", 300),
            ("No-Cache, max-age=4000", 300),
            ("max-age=x", 3600),
        ];
        for (text, expected) in rows {
            assert_eq!(freshness_lifetime(text).as_secs(), expected, "{text}");
        }
    }
}
