//! Reading of parameters and credentials from a request.

use poem::http::{HeaderMap, header};
use poem::{FromRequest, Request, RequestBody};

use super::parameter::Parameters;

/// Maximum length of a form at OAuth endpoints, in bytes.
const MAX_FORM_LENGTH: usize = 64 * 1024;

/// Reads the parameters of the query.
pub(crate) fn read_query(request: &Request) -> Parameters {
    Parameters::parse(request.uri().query().unwrap_or_default().as_bytes())
}

/// Parameters of a form body; `None` if the body is no form (RFC 6749 section 3.2), too long, or incomplete.
pub(crate) struct FormParameters(pub(crate) Option<Parameters>);

impl<'a> FromRequest<'a> for FormParameters {
    async fn from_request(req: &'a Request, body: &mut RequestBody) -> poem::Result<Self> {
        if !is_form(req) {
            return Ok(Self(None));
        }
        let read = body.take()?.into_bytes_limit(MAX_FORM_LENGTH).await;
        Ok(Self(read.ok().map(|bytes| Parameters::parse(&bytes))))
    }
}

fn is_form(request: &Request) -> bool {
    let content_type = request.header(header::CONTENT_TYPE).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

/// Returns the `Authorization` header; an empty text, which no scheme accepts, if it is repeated or not ASCII.
pub(crate) fn authorization(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(header::AUTHORIZATION).iter();
    let first = all.next()?;
    match all.next() {
        None => Some(first.to_str().unwrap_or_default()),
        Some(_) => Some(""),
    }
}
