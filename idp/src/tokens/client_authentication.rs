//! Client authentication (RFC 6749 section 2.3): by one method, and only one.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use url::form_urlencoded;

use crate::app::App;
use crate::clients::Client;
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::parameters::Parameters;

const FAILED: OAuthError = OAuthError::new(
    ErrorCode::InvalidClient,
    "The client is unknown, or did not prove itself.",
);

/// What a client presented.
#[derive(Debug, PartialEq, Eq)]
struct Presented {
    client_id: String,
    secret: Option<String>,
}

/// The client that sent a request, if it proved itself. A client with a secret may send it either way, by
/// HTTP Basic or in the form; a public one sends its id alone.
pub(super) async fn authenticate(
    app: &App,
    authorization: Option<&str>,
    parameters: &Parameters,
) -> Result<Arc<Client>, Stopped> {
    let presented = read(authorization, parameters)?;
    let client = app
        .clients
        .find(&presented.client_id)
        .await?
        .ok_or(FAILED)?;
    let proven = match &presented.secret {
        Some(secret) => client.knows(secret),
        None => client.is_public(),
    };
    if proven {
        Ok(client)
    } else {
        tracing::warn!(client = client.id, "a client did not prove itself");
        Err(FAILED.into())
    }
}

fn read(authorization: Option<&str>, parameters: &Parameters) -> Result<Presented, OAuthError> {
    let (id, secret) = (parameters.get("client_id"), parameters.get("client_secret"));
    let by_assertion = parameters.get("client_assertion").is_some()
        || parameters.get("client_assertion_type").is_some();
    if by_assertion {
        return Err(OAuthError::new(
            ErrorCode::InvalidClient,
            "Client assertions are not supported.",
        ));
    }
    let Some(authorization) = authorization else {
        return Ok(Presented {
            client_id: id.ok_or(FAILED)?.to_owned(),
            secret: secret.map(ToOwned::to_owned),
        });
    };
    if secret.is_some() {
        return Err(OAuthError::invalid_request(
            "The client proves itself by two methods; one is allowed.",
        ));
    }
    let presented = basic(authorization).ok_or(FAILED)?;
    if id.is_some_and(|id| id != presented.client_id) {
        return Err(OAuthError::invalid_request(
            "client_id is not the one of the Authorization header.",
        ));
    }
    Ok(presented)
}

/// Basic credentials; both parts are form-encoded before they are joined (RFC 6749 section 2.3.1).
fn basic(authorization: &str) -> Option<Presented> {
    let (scheme, encoded) = authorization.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (client_id, secret) = decoded.split_once(':')?;
    Some(Presented {
        client_id: form_decoded(client_id),
        secret: Some(form_decoded(secret)),
    })
}

fn form_decoded(text: &str) -> String {
    // The parser splits at & and =, which are part of the value here.
    let whole = text.replace('&', "%26").replace('=', "%3D");
    form_urlencoded::parse(whole.as_bytes())
        .next()
        .map(|(value, _)| value.into_owned())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(pair: &str) -> String {
        format!("Basic {}", STANDARD.encode(pair))
    }

    fn presented(id: &str, secret: Option<&str>) -> Presented {
        Presented {
            client_id: id.to_owned(),
            secret: secret.map(ToOwned::to_owned),
        }
    }

    #[test]
    fn one_method_is_read() {
        let rows = [
            (Some(header("web:a b")), "", presented("web", Some("a b"))),
            (
                Some(header("we%20b:a%2Bb+c%3A:%")),
                "",
                presented("we b", Some("a+b c::%")),
            ),
            (
                Some(header("web:a&b=c")),
                "client_id=web",
                presented("web", Some("a&b=c")),
            ),
            (
                Some(header("web:s").replace("Basic", "BASIC")),
                "x=y",
                presented("web", Some("s")),
            ),
            (
                None,
                "client_id=web&client_secret=s",
                presented("web", Some("s")),
            ),
            (None, "client_id=web", presented("web", None)),
        ];
        for (authorization, form, expected) in rows {
            let found = read(
                authorization.as_deref(),
                &Parameters::of_encoded(form.as_bytes()),
            );
            assert_eq!(found, Ok(expected), "{authorization:?} {form}");
        }
    }

    #[test]
    fn anything_else_is_refused_by_its_name() {
        let rows = [
            (None, "", ErrorCode::InvalidClient),
            (Some("Basic".to_owned()), "", ErrorCode::InvalidClient),
            (
                Some(String::new()),
                "client_id=web",
                ErrorCode::InvalidClient,
            ),
            (
                Some("Bearer x".to_owned()),
                "client_id=web",
                ErrorCode::InvalidClient,
            ),
            (
                Some("Basic ###".to_owned()),
                "client_id=web",
                ErrorCode::InvalidClient,
            ),
            (Some(header("no colon")), "", ErrorCode::InvalidClient),
            (
                Some(header("web:s")),
                "client_secret=s",
                ErrorCode::InvalidRequest,
            ),
            (
                Some(header("web:s")),
                "client_id=other",
                ErrorCode::InvalidRequest,
            ),
            (
                None,
                "client_id=web&client_assertion=x",
                ErrorCode::InvalidClient,
            ),
        ];
        for (authorization, form, expected) in rows {
            let found = read(
                authorization.as_deref(),
                &Parameters::of_encoded(form.as_bytes()),
            );
            assert_eq!(
                found.unwrap_err().code,
                expected,
                "{authorization:?} {form}"
            );
        }
    }
}
