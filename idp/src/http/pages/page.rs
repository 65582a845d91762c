//! Rendering of a page from its template, with the required security headers.

use askama::Template;
use foundation::Failure;
use foundation::http::middleware::headers::add_defaults;
use poem::Response;
use poem::http::{StatusCode, header};

use crate::http::i18n::language;

/// Final targets of a page's forms.
///
/// Chromium checks `form-action` for every redirect after a POST. Sign-in, consent and sign-out end at a client's URL
/// on another origin, which the first page may not know, so their policy has no `form-action`. This is safe: all values
/// in pages are escaped, so that no foreign form can be injected, and the redirects follow the rules for callback URLs
/// and redirect URIs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormTargets {
    /// The page has no forms, or all lead to this origin.
    SameOrigin,
    /// Redirects of a form may lead to another origin.
    AnyOrigin,
}

const SAME_ORIGIN_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; \
     frame-ancestors 'none'; base-uri 'none'";
const ANY_ORIGIN_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

/// Additional policy of a page with a script: it may send requests to the idp, and cannot turn text into markup.
const SCRIPT: &str = "; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/// Renders a page that is never cached or framed, has no script, and sends no referrer.
pub(crate) fn page(
    status: StatusCode,
    template: &impl Template,
    forms: FormTargets,
) -> Result<Response, Failure> {
    let html = template
        .render()
        .map_err(|error| Failure::broken("rendering a page", error))?;
    Ok(with_page_headers(
        status,
        html,
        policy_for(forms).to_owned(),
    ))
}

/// Renders a page that loads a script of the idp.
pub(crate) fn page_with_script(
    status: StatusCode,
    template: &impl Template,
    forms: FormTargets,
) -> Result<Response, Failure> {
    let html = template
        .render()
        .map_err(|error| Failure::broken("rendering a page", error))?;
    let policy = format!("{}{SCRIPT}", policy_for(forms));
    Ok(with_page_headers(status, html, policy))
}

/// Renders the page whose form a script with this nonce posts to a client; the policy permits only the client's origin
/// as the target. The client may frame the page, because a response to `prompt=none` arrives in its frame.
pub(crate) fn posting_page(
    template: &impl Template,
    nonce: &str,
    origin: &str,
) -> Result<Response, Failure> {
    let html = template
        .render()
        .map_err(|error| Failure::broken("rendering a page", error))?;
    let policy = format!(
        "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'nonce-{nonce}'; \
         form-action {origin}; frame-ancestors {origin}; base-uri 'none'"
    );
    Ok(with_page_headers(StatusCode::OK, html, policy))
}

fn policy_for(forms: FormTargets) -> &'static str {
    match forms {
        FormTargets::SameOrigin => SAME_ORIGIN_POLICY,
        FormTargets::AnyOrigin => ANY_ORIGIN_POLICY,
    }
}

fn with_page_headers(status: StatusCode, html: String, policy: String) -> Response {
    let mut response = Response::builder()
        .status(status)
        .content_type("text/html; charset=utf-8")
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .header(header::CONTENT_LANGUAGE, language().tag())
        .header(header::VARY, "Accept-Language, Cookie")
        .header("x-robots-tag", "noindex")
        .body(html);
    // The middleware adds these headers as well; this covers a page that is served without it.
    add_defaults(&mut response);
    response
}
