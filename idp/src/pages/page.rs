//! One page: rendered from its template, with the headers that a page must have.

use askama::Template;
use foundation::Failure;
use foundation::http::headers::add_defaults;
use poem::Response;
use poem::http::{StatusCode, header};

use crate::texts::language;

/// Where the forms of a page lead in the end.
///
/// Chromium holds `form-action` against every redirect after a POST. Sign-in, consent and sign-out end
/// at a client's own address on another origin, which the page that begins them need not know; there the
/// directive is left out. It is no loss of safety: each value in our pages is escaped, so that no form
/// but ours can stand in them, and the redirects themselves follow the callback-URL and redirect-URI rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forms {
    /// To this origin only, or there are none.
    StayHere,
    /// Perhaps, after redirects, to another origin.
    MayLeave,
}

const POLICY_STAY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; \
     frame-ancestors 'none'; base-uri 'none'";
const POLICY_LEAVE: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

/// The additions for a page with a script of ours: it is loaded and may ask us, and turns no text into markup.
const SCRIPT: &str = "; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/// Renders a template as a whole page: never cached, never framed, without script, telling no referrer.
pub(crate) fn page(
    status: StatusCode,
    template: &impl Template,
    forms: Forms,
) -> Result<Response, Failure> {
    let html = template
        .render()
        .map_err(|error| Failure::broken("rendering a page", error))?;
    Ok(dressed(status, html, policy_of(forms).to_owned()))
}

/// Renders a page that loads a script of ours.
pub(crate) fn page_with_script(
    status: StatusCode,
    template: &impl Template,
    forms: Forms,
) -> Result<Response, Failure> {
    let html = template
        .render()
        .map_err(|error| Failure::broken("rendering a page", error))?;
    let policy = format!("{}{SCRIPT}", policy_of(forms));
    Ok(dressed(status, html, policy))
}

/// The page whose form the browser posts to a client by itself, by one line of script that carries this nonce; to that
/// client's origin, and to no other. The client may frame it: a silent answer arrives in a frame of the client's.
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
    Ok(dressed(StatusCode::OK, html, policy))
}

fn policy_of(forms: Forms) -> &'static str {
    match forms {
        Forms::StayHere => POLICY_STAY,
        Forms::MayLeave => POLICY_LEAVE,
    }
}

fn dressed(status: StatusCode, html: String, policy: String) -> Response {
    let mut response = Response::builder()
        .status(status)
        .content_type("text/html; charset=utf-8")
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .header(header::CONTENT_LANGUAGE, language().tag())
        .header(header::VARY, "Accept-Language, Cookie")
        .header("x-robots-tag", "noindex")
        .body(html);
    // The dress adds these too; a page carries them even where it is served without a dress.
    add_defaults(&mut response);
    response
}
