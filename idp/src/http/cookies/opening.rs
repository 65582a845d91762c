//! Detection of a user who opens a page, as opposed to a subresource or a prefetch.

use poem::http::{HeaderMap, HeaderValue, Method};

/// Returns true if a user may have opened the page: the request is no subresource, HEAD request or prefetch. Programs
/// and old browsers send no such headers, and are accepted.
pub(crate) fn opens_a_page(method: &Method, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(HeaderValue::as_bytes);
    let is_whole_page = matches!(text("sec-fetch-dest"), None | Some(b"document"));
    let is_ahead_of_time = ["sec-purpose", "purpose", "x-moz"]
        .into_iter()
        .filter_map(text)
        .any(|purpose| purpose.starts_with(b"prefetch"));
    *method == Method::GET && is_whole_page && !is_ahead_of_time
}

#[cfg(test)]
mod tests {
    use poem::http::HeaderName;

    use super::*;

    /// Method, headers, and the expected result.
    type Row = (Method, &'static [(&'static str, &'static str)], bool);

    #[test]
    fn fetch_metadata_is_classified() {
        let rows: [Row; 9] = [
            (Method::GET, &[], true),
            (Method::GET, &[("sec-fetch-dest", "document")], true),
            (Method::HEAD, &[], false),
            (Method::GET, &[("sec-fetch-dest", "image")], false),
            (Method::GET, &[("sec-fetch-dest", "iframe")], false),
            (Method::GET, &[("sec-fetch-dest", "empty")], false),
            (Method::GET, &[("sec-fetch-dest", "")], false),
            (
                Method::GET,
                &[
                    ("sec-fetch-dest", "document"),
                    ("sec-purpose", "prefetch;prerender"),
                ],
                false,
            ),
            (Method::GET, &[("purpose", "prefetch")], false),
        ];
        for (method, pairs, expected) in rows {
            let mut headers = HeaderMap::new();
            headers.extend(pairs.iter().map(|&(name, value)| {
                (
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                )
            }));
            assert_eq!(
                opens_a_page(&method, &headers),
                expected,
                "{method} {pairs:?}"
            );
        }
    }
}
