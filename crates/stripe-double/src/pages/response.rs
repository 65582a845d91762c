//! Responses of pages: HTML with a strict content policy, redirects, and forms.

use std::collections::BTreeMap;

use askama::Template;
use foundation::Failure;
use foundation::http::log_failure;
use poem::Response;
use poem::http::{StatusCode, header};

use crate::form::decode_pairs;

/// Fields of a form.
#[derive(Clone, Debug, Default)]
pub(super) struct PageForm(BTreeMap<String, String>);

impl PageForm {
    /// Reads a form; `None` for a body that is none.
    pub(super) fn read(body: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(body).ok()?;
        let pairs = decode_pairs(text).ok()?;
        Some(Self(pairs.into_iter().collect()))
    }

    /// Returns a field without space around it; the empty text if it is missing.
    pub(super) fn field(&self, name: &str) -> &str {
        self.0
            .get(name)
            .map(|value| value.trim())
            .unwrap_or_default()
    }
}

/// Returns the stylesheet of the pages.
pub(super) fn stylesheet() -> Response {
    Response::builder()
        .content_type("text/css; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-cache")
        .body(include_str!("../../assets/pretend-stripe.css"))
}

/// Renders a page. Its forms may be sent to the page's own origin, and lead to those of `targets`.
///
/// Browsers check the redirects after a form against the policy too, so the return addresses have to be in it.
pub(super) fn page(status: StatusCode, template: &impl Template, targets: &[&str]) -> Response {
    let origins: Vec<&str> = targets.iter().filter_map(|url| origin(url)).collect();
    let policy = format!(
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' {}; \
         frame-ancestors 'none'; base-uri 'none'",
        origins.join(" "),
    );
    match template.render() {
        Ok(html) => Response::builder()
            .status(status)
            .content_type("text/html; charset=utf-8")
            .header(header::CONTENT_SECURITY_POLICY, policy)
            .body(html),
        Err(error) => {
            log_failure(&Failure::broken("rendering a page of the double", error));
            StatusCode::INTERNAL_SERVER_ERROR.into()
        }
    }
}

/// Returns the origin of a URL with only characters that a policy can hold.
fn origin(url: &str) -> Option<&str> {
    let start = url.find("://")? + 3;
    let rest = url.get(start..)?;
    let length = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let origin = url.get(..start + length)?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ":/.-[]".contains(c);
    origin.chars().all(is_plain).then_some(origin)
}

/// Redirects a browser after a form.
pub(super) fn redirect(url: &str) -> Response {
    Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, url)
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin_is_the_part_before_the_path() {
        let rows = [
            ("https://shop.example/a?b", Some("https://shop.example")),
            ("http://localhost:8080", Some("http://localhost:8080")),
            ("https://a;b.example/", None),
            ("nothing", None),
        ];
        for (url, expected) in rows {
            assert_eq!(origin(url), expected, "{url}");
        }
    }
}
