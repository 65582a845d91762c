//! One page: rendered from its template, with the headers that a page must have.

use askama::Template;
use foundation::Failure;
use foundation::http::headers::add_defaults;
use poem::Response;
use poem::http::{StatusCode, header};

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

/// Renders a template as a whole page: never cached, never framed, without script, telling no referrer.
pub(crate) fn page(
    status: StatusCode,
    template: &impl Template,
    forms: Forms,
) -> Result<Response, Failure> {
    let html = template
        .render()
        .map_err(|error| Failure::broken("rendering a page", error))?;
    let policy = match forms {
        Forms::StayHere => POLICY_STAY,
        Forms::MayLeave => POLICY_LEAVE,
    };
    let mut response = Response::builder()
        .status(status)
        .content_type("text/html; charset=utf-8")
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .header("x-robots-tag", "noindex")
        .body(html);
    // The dress adds these too; a page carries them even where it is served without a dress.
    add_defaults(&mut response);
    Ok(response)
}
