//! Input of the registration endpoints: one bearer token, and one JSON object.

use foundation::text::strict_json;
use poem::http::header;
use poem::{FromRequest, Request, RequestBody};
use serde_json::{Map, Value};

use crate::http::parameters::authorization;

/// Maximum length of a registration, in bytes.
const MAX_BODY_LENGTH: usize = 64 * 1024;
/// Maximum length of a token, in bytes; the idp creates no longer ones.
const MAX_TOKEN_LENGTH: usize = 200;

/// Body of a request, if its type is JSON and it is an object of at most 64 KiB without repeated members.
pub(super) struct RegistrationBody(pub(super) Option<Map<String, Value>>);

impl<'a> FromRequest<'a> for RegistrationBody {
    async fn from_request(req: &'a Request, body: &mut RequestBody) -> poem::Result<Self> {
        let content_type = req.header(header::CONTENT_TYPE).unwrap_or_default();
        let essence = content_type.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            return Ok(Self(None));
        }
        let read = body.take()?.into_bytes_limit(MAX_BODY_LENGTH).await.ok();
        Ok(Self(
            read.and_then(|bytes| strict_json::parse_object(&bytes)),
        ))
    }
}

/// Returns the bearer token of a request (RFC 6750 section 2.1), if there is exactly one of a plausible length.
pub(super) fn bearer(request: &Request) -> Option<&str> {
    let (scheme, token) = authorization(request.headers())?.split_once(' ')?;
    let token = token.trim();
    let is_right = scheme.eq_ignore_ascii_case("bearer")
        && !token.is_empty()
        && token.len() <= MAX_TOKEN_LENGTH;
    is_right.then_some(token)
}
