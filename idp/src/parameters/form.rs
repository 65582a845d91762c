//! Reading parameters from a form body.

use poem::Request;
use poem::http::header;

use super::heart::Parameters;

/// The longest form that an OAuth endpoint reads, in bytes.
const LONGEST_FORM: usize = 64 * 1024;

/// The parameters of a form body; `None` when the body is no form (RFC 6749 section 3.2), is too long, or was cut off.
pub(crate) async fn read_form(request: &mut Request) -> Option<Parameters> {
    let content_type = request.header(header::CONTENT_TYPE)?;
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return None;
    }
    let body = request.take_body().into_bytes_limit(LONGEST_FORM).await;
    body.ok().map(|bytes| Parameters::of_encoded(&bytes))
}
