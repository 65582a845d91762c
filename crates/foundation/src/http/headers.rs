//! The security headers that every answer carries unless its face set stricter or other ones.

use poem::Response;
use poem::http::{HeaderMap, HeaderName, HeaderValue, header};

/// What an answer carries when its face says nothing: nothing may be loaded, framed, guessed or leaked.
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

/// Adds the defaults that are not there yet.
pub fn add_defaults(response: &mut Response) {
    add(response.headers_mut(), &DEFAULTS);
}

/// Adds headers that are not there yet.
pub fn add(headers: &mut HeaderMap, pairs: &[(HeaderName, &'static str)]) {
    headers.reserve(pairs.len());
    for (name, value) in pairs {
        headers
            .entry(name.clone())
            .or_insert(HeaderValue::from_static(value));
    }
}
