//! Adds bodies to errors without one: a page for browsers, a problem document (RFC 9457) for other clients.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use poem::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use poem::{Request, Response};
use ring::digest::{SHA256, digest};
use serde_json::json;

/// The page's only style; its hash is in the page's content policy.
const STYLE: &str = "body{font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark;max-width:34rem;margin:4rem auto;padding:0 1rem}";

/// Content policy of the page for browsers.
static ERROR_PAGE_POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = STANDARD.encode(digest(&SHA256, STYLE.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{hash}'; frame-ancestors 'none'; base-uri 'none'"
    )
});

/// Parts of a request that decide the form of its response.
pub(super) struct ErrorContext {
    address: Uri,
    accept: Option<HeaderValue>,
    pub(super) accept_encoding: Option<HeaderValue>,
}

impl ErrorContext {
    /// Copies the parts from a request before its handler consumes it.
    pub(super) fn from_request(request: &Request) -> Self {
        Self {
            address: request.original_uri().clone(),
            accept: request.headers().get(header::ACCEPT).cloned(),
            accept_encoding: request.headers().get(header::ACCEPT_ENCODING).cloned(),
        }
    }

    pub(super) fn path(&self) -> &str {
        self.address.path()
    }

    pub(super) fn query(&self) -> &str {
        self.address.query().unwrap_or_default()
    }

    /// Adds a body to an error that has none; changes no other response.
    pub(super) fn complete(&self, response: &mut Response) {
        let status = response.status();
        let is_error = status.is_client_error() || status.is_server_error();
        if !is_error || response.headers().contains_key(header::CONTENT_TYPE) {
            return;
        }
        let detail = self.detail(status, response.headers());
        let is_page = self.accept.as_ref().is_some_and(accepts_html);
        let (kind, body) = if is_page {
            let policy = HeaderValue::from_str(&ERROR_PAGE_POLICY);
            if let Ok(policy) = policy {
                response
                    .headers_mut()
                    .insert(header::CONTENT_SECURITY_POLICY, policy);
            }
            ("text/html; charset=utf-8", error_page(status, &detail))
        } else {
            ("application/problem+json", problem(status, &detail))
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        headers.append(header::VARY, HeaderValue::from_static("Accept"));
        response.set_body(body);
    }

    fn detail(&self, status: StatusCode, headers: &HeaderMap) -> String {
        let allowed = headers.get(header::ALLOW).map(HeaderValue::to_str);
        match (status, allowed) {
            (StatusCode::METHOD_NOT_ALLOWED, Some(Ok(allowed))) => {
                format!("This address does not take this method. It takes {allowed}.")
            }
            (StatusCode::NOT_FOUND, _) => missing_detail(self.path()).to_owned(),
            (status, _) => detail_of(status).to_owned(),
        }
    }
}

/// Returns the sentence for an unknown URL; it names a visible mistake.
fn missing_detail(path: &str) -> &'static str {
    let lower = path.to_ascii_lowercase();
    if path.contains("//") {
        "There is nothing at this address. It has two slashes in a row; use one."
    } else if path.len() > 1 && path.ends_with('/') {
        "There is nothing at this address. It ends with a slash; try it without."
    } else if lower.contains("%2f") || lower.contains("%5c") {
        "There is nothing at this address. It has an encoded slash (%2F or %5C); use a plain one."
    } else if path != lower {
        "There is nothing at this address. It has capital letters; capitals and small letters differ here."
    } else {
        "There is nothing at this address. Check its spelling."
    }
}

fn detail_of(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => "The request cannot be read. Check its address and its body.",
        StatusCode::METHOD_NOT_ALLOWED => "This address does not take this method.",
        StatusCode::REQUEST_TIMEOUT => "The body took too long to arrive. Send the request again.",
        StatusCode::PAYLOAD_TOO_LARGE => "The body is too long. Send a shorter one.",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            "The body has a form that is not read here. Send it uncompressed, with its Content-Type."
        }
        StatusCode::INTERNAL_SERVER_ERROR => "An error on our side was logged. Try again later.",
        StatusCode::SERVICE_UNAVAILABLE => "The service is busy. Try again in a moment.",
        _ => "The request was refused.",
    }
}

fn title(status: StatusCode) -> &'static str {
    status.canonical_reason().unwrap_or("Error")
}

fn problem(status: StatusCode, detail: &str) -> String {
    json!({
        "type": "about:blank",
        "title": title(status),
        "status": status.as_u16(),
        "detail": detail,
    })
    .to_string()
}

/// Returns the page for browsers; both texts must be free of markup.
fn error_page(status: StatusCode, detail: &str) -> String {
    let title = title(status);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n<p>{detail}</p>\n\
         <p><a href=\"/\">Go to the start page</a></p>\n</main>\n</body>\n</html>\n"
    )
}

/// Returns true if `Accept` names HTML itself, as browsers do for pages; `*/*` does not.
pub fn accepts_html(accept: &HeaderValue) -> bool {
    let text = accept.to_str().unwrap_or_default();
    text.split(',').any(|range| {
        let mut parts = range.split(';').map(str::trim);
        let is_html = parts
            .next()
            .is_some_and(|kind| kind.eq_ignore_ascii_case("text/html"));
        is_html && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_header_names_html_only_by_its_own_name() {
        let rows = [
            ("text/html", true),
            ("text/html,application/xhtml+xml,*/*;q=0.8", true),
            ("application/json, Text/HTML; q=0.5", true),
            ("text/html;q=0, application/json", false),
            ("*/*", false),
            ("text/*", false),
            ("application/json", false),
            ("", false),
        ];
        for (accept, expected) in rows {
            assert_eq!(
                accepts_html(&HeaderValue::from_static(accept)),
                expected,
                "{accept}"
            );
        }
    }

    #[test]
    fn missing_address_with_a_visible_mistake_is_explained() {
        let rows = [
            ("/oauth/jwks/", "ends with a slash"),
            ("//oauth/jwks", "two slashes"),
            ("/oauth%2Fjwks", "encoded slash"),
            ("/OAuth/jwks", "capital letters"),
            ("/oauth/jwk", "Check its spelling"),
        ];
        for (path, expected) in rows {
            assert!(missing_detail(path).contains(expected), "{path}");
        }
    }
}
