//! Serves the web app: immutable assets, a page that is always revalidated, a strict content policy.

use foundation::http::accepts_html;
use foundation::http::middleware::headers;
use poem::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use poem::{Body, Endpoint, PathPattern, Request, Response};

use super::analytics::{Analytics, LandingPage, has_session};
use super::asset::{self, AssetLookup};

/// The app's content policy: it requires Trusted Types, and allows no other origin.
pub(crate) const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'";
/// The policy of the page that renews tokens in a frame of the app.
pub(crate) const SILENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'";

/// File of the app's page.
const PAGE: &str = "index.html";
/// File of the static landing page.
const LANDING: &str = "landing.html";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const REVALIDATED: &str = "no-cache";

/// Creates the endpoint for every path without a route of a service.
pub(crate) fn endpoint(analytics: Option<&Analytics>) -> impl Endpoint<Output = Response> + use<> {
    let landing = analytics
        .zip(asset::read(LANDING, ""))
        .map(|(analytics, built)| LandingPage::new(analytics, &built.bytes));
    // The router provides no pattern for an endpoint nested at the root.
    let pattern = PathPattern("/*path".into());
    poem::endpoint::make_sync(move |request: Request| {
        let mut response = respond(&request, landing.as_ref());
        response.set_data(pattern.clone());
        response
    })
}

fn respond(request: &Request, landing: Option<&LandingPage>) -> Response {
    let path = request.uri().path();
    let found = asset::find(path, |name| asset::EmbeddedFiles::get(name).is_some());
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    // The middleware adds the body of an error in the form that the client requests.
    match found {
        AssetLookup::Missing if is_read && asks_for_page(request) => {
            let mut page = file(request, PAGE, REVALIDATED, Some(PAGE_POLICY));
            page.set_status(StatusCode::NOT_FOUND);
            page
        }
        AssetLookup::Missing | AssetLookup::Reserved => StatusCode::NOT_FOUND.into(),
        _ if !is_read => Response::builder()
            .status(StatusCode::METHOD_NOT_ALLOWED)
            .header(header::ALLOW, "GET, HEAD")
            .finish(),
        AssetLookup::Page if !takes_page(request) => StatusCode::NOT_FOUND.into(),
        AssetLookup::Page if path == "/" => front(request, landing),
        AssetLookup::Page => file(request, PAGE, REVALIDATED, Some(PAGE_POLICY)),
        AssetLookup::Immutable(name) => file(request, name, IMMUTABLE, None),
        AssetLookup::Revalidated(name) => file(request, name, REVALIDATED, None),
        AssetLookup::Silent => file(request, "silent.html", REVALIDATED, Some(SILENT_POLICY)),
    }
}

/// Returns true if the client names HTML itself, as browsers do.
fn asks_for_page(request: &Request) -> bool {
    request
        .headers()
        .get(header::ACCEPT)
        .is_some_and(accepts_html)
}

/// Returns true if the client accepts HTML, also by a wildcard.
fn takes_page(request: &Request) -> bool {
    let accept = request.header(header::ACCEPT);
    accept.is_none_or(|accept| accept.contains("*/*") || accept.contains("text/*"))
        || asks_for_page(request)
}

/// Serves `/`: the static landing page for visitors without a session, the app for others.
fn front(request: &Request, landing: Option<&LandingPage>) -> Response {
    let mut response = match landing {
        _ if has_session(request.headers()) => file(request, PAGE, REVALIDATED, Some(PAGE_POLICY)),
        Some(landing) => shown(landing),
        None => file(request, LANDING, REVALIDATED, Some(PAGE_POLICY)),
    };
    let vary = HeaderValue::from_static("Cookie");
    response.headers_mut().append(header::VARY, vary);
    response
}

/// Returns the landing page while analytics are enabled; it is small, so it is built once and sent uncompressed.
fn shown(landing: &LandingPage) -> Response {
    Response::builder()
        .content_type(asset::media_type("index.html"))
        .header(header::CACHE_CONTROL, REVALIDATED)
        .header(header::REFERRER_POLICY, "same-origin")
        .header(header::CONTENT_SECURITY_POLICY, landing.policy.as_str())
        .body(landing.page.clone())
}

fn file(
    request: &Request,
    name: &str,
    caching: &'static str,
    policy: Option<&'static str>,
) -> Response {
    let accepted = request.header(header::ACCEPT_ENCODING).unwrap_or_default();
    let Some(found) = asset::read(name, accepted) else {
        return unbuilt(name);
    };
    let tag = entity_tag(&found.hash);
    let mut response = if request
        .header(header::IF_NONE_MATCH)
        .is_some_and(|sent| lists(sent, &tag))
    {
        Response::builder()
            .status(StatusCode::NOT_MODIFIED)
            .finish()
    } else if *request.method() == Method::HEAD {
        Response::builder()
            .header(header::CONTENT_LENGTH, found.bytes.len())
            .finish()
    } else {
        Response::from(Body::from_bytes(found.bytes.into_owned().into()))
    };
    let headers = response.headers_mut();
    let mut fixed = vec![
        (header::CONTENT_TYPE, asset::media_type(name)),
        (header::CACHE_CONTROL, caching),
        (header::VARY, "Accept-Encoding"),
        (header::REFERRER_POLICY, "same-origin"),
    ];
    fixed.extend(
        found
            .encoding
            .map(|encoding| (header::CONTENT_ENCODING, encoding)),
    );
    fixed.extend(policy.map(|policy| (header::CONTENT_SECURITY_POLICY, policy)));
    headers::add(headers, &fixed);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Returns the error of a build without the web app, whose services work and whose screens do not.
fn unbuilt(name: &str) -> Response {
    tracing::error!(
        name,
        "the web app is not in this binary: build it with `npm run build` in web/ first"
    );
    Response::builder()
        .status(StatusCode::NOT_FOUND)
        .header(HeaderName::from_static("x-content-type-options"), "nosniff")
        .content_type("text/plain; charset=utf-8")
        .body("The web app was not built into this binary. Run `make run`, which builds it.\n")
}

fn entity_tag(hash: &[u8; 32]) -> String {
    let digits: String = hash
        .iter()
        .take(12)
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect();
    format!("\"{digits}\"")
}

/// Returns true if `If-None-Match` lists the tag (RFC 9110 section 13.1.2; weak comparison).
fn lists(sent: &str, tag: &str) -> bool {
    sent.split(',')
        .map(str::trim)
        .any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines that the gateway's configuration needs, so that its responses have the headers of ours.
    fn gateway_lines(policy: &str, referrer: &str) -> Vec<String> {
        headers::DEFAULTS
            .iter()
            .filter(|(name, _)| name != header::CACHE_CONTROL)
            .map(|(name, value)| {
                let value = match name.as_str() {
                    "content-security-policy" => policy,
                    "referrer-policy" => referrer,
                    _ => value,
                };
                format!("add_header {name} \"{value}\" always;").to_lowercase()
            })
            .collect()
    }

    #[test]
    fn gateway_s_headers_are_ours() {
        let [(_, none), ..] = headers::DEFAULTS;
        let rows = [
            ("headers-page.conf", PAGE_POLICY, "same-origin"),
            ("headers-silent.conf", SILENT_POLICY, "same-origin"),
            ("headers-file.conf", none, "same-origin"),
            ("headers-plain.conf", none, "no-referrer"),
        ];
        for (name, policy, referrer) in rows {
            let path = format!("{}/../../deploy/gateway/{name}", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(path).unwrap().to_lowercase();
            let mut said: Vec<String> = text
                .lines()
                .filter(|line| line.starts_with("add_header"))
                .map(ToOwned::to_owned)
                .collect();
            let mut expected = gateway_lines(policy, referrer);
            expected.push("add_header strict-transport-security $hsts always;".to_owned());
            said.sort();
            expected.sort();
            assert_eq!(said, expected, "{name}");
        }
    }

    #[test]
    fn tag_is_found_in_a_list() {
        let rows = [
            ("\"a\"", true),
            ("\"b\", W/\"a\"", true),
            ("*", true),
            ("\"b\"", false),
            ("a", false),
        ];
        for (sent, expected) in rows {
            assert_eq!(lists(sent, "\"a\""), expected, "{sent}");
        }
    }
}
