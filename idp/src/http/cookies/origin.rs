//! Origin of a request, as far as the browser states it.

use poem::http::{HeaderMap, HeaderValue, header};

/// Origin of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestOrigin {
    /// A page of the idp, or the user's own navigation.
    Ours,
    /// Another website.
    Foreign,
    /// Only `RequestOrigin: null`: pages of the idp send it over plain http, and so can foreign frames.
    Hidden,
    /// No header, as from programs and very old browsers.
    Absent,
}

impl RequestOrigin {
    /// Reads `Sec-Fetch-Site` first, which the idp's referrer policy does not blank, then `RequestOrigin`.
    pub(crate) fn from_headers(headers: &HeaderMap, ours: &str) -> Self {
        let text = |name: &str| headers.get(name).map(HeaderValue::as_bytes);
        match (text("sec-fetch-site"), text(header::ORIGIN.as_str())) {
            (Some(b"same-origin" | b"none"), _) => Self::Ours,
            (None, None) => Self::Absent,
            (None, Some(b"null")) => Self::Hidden,
            (None, Some(origin)) if origin == ours.as_bytes() => Self::Ours,
            (Some(_), _) | (None, Some(_)) => Self::Foreign,
        }
    }
}

#[cfg(test)]
mod tests {
    use poem::http::HeaderName;

    use super::*;

    #[test]
    fn origins_and_referrers_of_browsers_are_checked() {
        let rows = [
            (Some("same-origin"), Some("null"), RequestOrigin::Ours),
            (Some("none"), None, RequestOrigin::Ours),
            (
                Some("same-site"),
                Some("http://localhost:8080"),
                RequestOrigin::Foreign,
            ),
            (Some("cross-site"), None, RequestOrigin::Foreign),
            (Some(""), None, RequestOrigin::Foreign),
            (None, Some("http://localhost:8080"), RequestOrigin::Ours),
            (None, Some("http://localhost:8081"), RequestOrigin::Foreign),
            (None, Some("null"), RequestOrigin::Hidden),
            (None, None, RequestOrigin::Absent),
        ];
        for (site, origin, expected) in rows {
            let mut headers = HeaderMap::new();
            let pairs = [("sec-fetch-site", site), ("origin", origin)];
            headers.extend(pairs.into_iter().filter_map(|(name, value)| {
                Some((
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value?),
                ))
            }));
            let seen = RequestOrigin::from_headers(&headers, "http://localhost:8080");
            assert_eq!(seen, expected, "{site:?} {origin:?}");
        }
    }
}
