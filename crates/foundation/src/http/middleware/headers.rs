//! Default security headers of all responses; handlers may set other ones.

use std::sync::LazyLock;

use poem::Response;
use poem::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Default headers: a response may load no resource, and may be neither framed, sniffed nor leaked by a referrer.
pub const DEFAULTS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (header::CACHE_CONTROL, "no-store"),
];

/// The defaults alone; copying the map costs less than adding each header.
static ALONE: LazyLock<HeaderMap> = LazyLock::new(|| {
    let mut alone = HeaderMap::with_capacity(2 * DEFAULTS.len());
    add(&mut alone, &DEFAULTS);
    alone
});

/// Adds the missing default headers.
pub fn add_defaults(response: &mut Response) {
    let headers = response.headers_mut();
    let own = std::mem::replace(headers, ALONE.clone());
    // The response's own headers replace the defaults.
    headers.extend(own);
}

/// Adds missing headers.
pub fn add(headers: &mut HeaderMap, pairs: &[(HeaderName, &'static str)]) {
    headers.reserve(pairs.len());
    for (name, value) in pairs {
        headers
            .entry(name.clone())
            .or_insert(HeaderValue::from_static(value));
    }
}
