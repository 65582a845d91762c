//! Rejects addresses that cannot name anything of this API, before an operation or the database reads them.

use poem::Request;
use poem::http::Uri;
use url::form_urlencoded;

use super::kind::Kind;
use super::problem::{FieldError, Problem};

/// Maximum length of a path segment, percent-encoded: far longer than any id.
const MAX_LOCATION_LENGTH: usize = 255;
/// Maximum length of a query value, in bytes: far longer than any cursor.
const MAX_VALUE_LENGTH: usize = 2000;

/// Public path of batches, and its path in the router. In the router a colon begins a parameter, and an expression in that
/// place would be lost in some orders of building the router.
pub(crate) const BATCH: (&str, &str) = ("/v1/spends:batch", "/v1/spends/batch");

/// Maps a request's path to the router's path; `None` if the request names a path that exists in the router only.
pub(super) fn routed(mut request: Request) -> Option<Request> {
    let (outer, inner) = BATCH;
    let path = request.uri().path();
    if path == inner {
        return None;
    }
    if path == outer {
        let query = request.uri().query().map(|query| format!("?{query}"));
        let routed = format!("{inner}{}", query.unwrap_or_default());
        *request.uri_mut() = routed.parse::<Uri>().ok()?;
    }
    Some(request)
}

/// Rejects a path with 404 and a query with 400 if it contains control characters, invalid UTF-8, or too long text.
pub(super) fn check(path: &str, query: &str) -> Result<(), Problem> {
    for segment in path.split('/') {
        if segment.len() > MAX_LOCATION_LENGTH
            || !is_plain(segment)
                && decoded(segment).any(|(name, value)| !is_text(&name) || !is_text(&value))
        {
            return Err(Problem::new(
                Kind::NotFound,
                "Nothing can be at this address.",
            ));
        }
    }
    for (name, value) in decoded(query) {
        if !is_text(&name) || name.len() > MAX_LOCATION_LENGTH {
            let detail =
                "The names of parameters must be short, in UTF-8, without control characters.";
            return Err(Problem::invalid(&[FieldError::parameter("", detail)]));
        }
        if !is_text(&value) || value.len() > MAX_VALUE_LENGTH {
            let detail = "Must be at most 2000 bytes of UTF-8 without control characters.";
            return Err(Problem::invalid(&[FieldError::parameter(name, detail)]));
        }
    }
    Ok(())
}

/// Decodes names and values. A path segment is decoded as a name, which suffices for this check.
fn decoded(text: &str) -> impl Iterator<Item = (String, String)> {
    form_urlencoded::parse(text.as_bytes())
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
}

/// Returns true if a text is printable ASCII without percent-encoding.
fn is_plain(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'%')
}

/// Returns true if a text is free of control characters. The replacement character marks invalid UTF-8, and no id contains it.
fn is_text(text: &str) -> bool {
    !text
        .chars()
        .any(|letter| letter.is_control() || letter == char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_of_batches_keeps_its_query() {
        let spell = |uri: &'static str| {
            let request = Request::builder().uri(Uri::from_static(uri)).finish();
            routed(request).map(|request| request.uri().to_string())
        };
        let rows = [
            ("/v1/spends:batch", Some("/v1/spends/batch")),
            ("/v1/spends:batch?a=1&b", Some("/v1/spends/batch?a=1&b")),
            ("/v1/spends?a=1", Some("/v1/spends?a=1")),
            ("/v1/spends/batch?a=1", None),
        ];
        for (uri, expected) in rows {
            assert_eq!(spell(uri).as_deref(), expected, "{uri}");
        }
    }

    #[test]
    fn addresses_are_validated() {
        let long = "x".repeat(256);
        let cursor = format!("cursor={}", "x".repeat(2000));
        let too_long = format!("cursor={}", "x".repeat(2001));
        let rows = [
            ("/v1/customers/cus_1/balance", "", None),
            (
                "/v1/customers/%25%3D+&=%C3%A4",
                "email=a%2Bb%40c.d&limit=%C3%A4",
                None,
            ),
            ("/v1/customers/%", "a=%&%zz", None),
            ("/v1/customers", cursor.as_str(), None),
            ("/v1/customers/%00", "", Some(404)),
            ("/v1/customers/a=%00/balance", "", Some(404)),
            ("/v1/customers/a&%00", "", Some(404)),
            ("/v1/customers/%ff", "", Some(404)),
            (long.as_str(), "", Some(404)),
            ("/v1/customers", "email=%00", Some(400)),
            ("/v1/customers", "a=1&%1F=1", Some(400)),
            ("/v1/customers", "a=1&b=%C3", Some(400)),
            ("/v1/customers", too_long.as_str(), Some(400)),
            ("/v1/customers", long.as_str(), Some(400)),
        ];
        for (path, query, expected) in rows {
            let refused = check(path, query).err();
            let status = refused.map(|problem| problem.kind().status());
            assert_eq!(status, expected, "{path:?} {query:?}");
        }
    }
}
