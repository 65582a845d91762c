//! Tests of reading a client's credentials: one method, one client.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::credentials::{ClientCredentials, ClientProof};
use super::read_credentials::read;
use crate::http::errors::ErrorCode;
use crate::http::parameters::Parameters;

fn header(pair: &str) -> String {
    format!("Basic {}", STANDARD.encode(pair))
}

fn presented(id: &str, secret: Option<&str>) -> ClientCredentials {
    ClientCredentials {
        client_id: id.to_owned(),
        proof: secret.map_or(ClientProof::Nothing, |secret| {
            ClientProof::Secret(secret.to_owned())
        }),
    }
}

#[test]
fn one_authentication_method_is_read() {
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
        let lookup = read(
            authorization.as_deref(),
            &Parameters::parse(form.as_bytes()),
        );
        assert_eq!(lookup, Ok(expected), "{authorization:?} {form}");
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
        let lookup = read(
            authorization.as_deref(),
            &Parameters::parse(form.as_bytes()),
        );
        assert_eq!(
            lookup.unwrap_err().code,
            expected,
            "{authorization:?} {form}"
        );
    }
}
