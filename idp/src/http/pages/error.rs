//! Error page: the reason of a failed request, and one link to the user's next step.

use askama::Template;
use foundation::Failure;
use foundation::failure::FailureKind;
use foundation::http::log_failure;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Body, Response};

use super::page::{FormTargets, page};
use crate::http::i18n::{say, say_if_known};

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    title: &'a str,
    text: &'a str,
    detail: &'a str,
    is_english: bool,
    request_id: &'a str,
    way: PageLink<'a>,
}

/// Link of an error page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageLink<'a> {
    address: &'a str,
    label: &'static str,
}

impl<'a> PageLink<'a> {
    pub(crate) const START: Self = Self::to("/", "Go to the start page");
    pub(crate) const SIGN_IN: Self = Self::to("/api/auth/signin", "Go to the sign-in page");
    pub(crate) const SIGN_OUT: Self = Self::to("/api/auth/signout", "Sign out");
    pub(crate) const ACCOUNT: Self = Self::to("/api/auth/account", "Go to your account page");

    /// Creates a link to a path of this origin; the catalogue must contain the label.
    pub(crate) const fn to(address: &'a str, label: &'static str) -> Self {
        Self { address, label }
    }
}

/// Renders an error page with a heading, a sentence and a link.
pub(crate) fn error_page(
    status: StatusCode,
    title: &'static str,
    text: &'static str,
    link: PageLink<'_>,
) -> Response {
    render_error_page(status, say(title), say(text), SmallPrint::None, link)
}

/// Renders the error page of a request that no page of the idp sends; `text` is already translated.
pub(crate) fn refused_request_page(status: StatusCode, text: &str) -> Response {
    render_error_page(
        status,
        say("This request was refused"),
        text,
        SmallPrint::None,
        PageLink::START,
    )
}

/// Renders the error page of a client's invalid request: advice to the user, and below it the reason and the code for
/// the client's developer. A reason without a translation is in English.
pub(crate) fn refusal_page(
    status: StatusCode,
    title: &'static str,
    reason: &str,
    code: &str,
) -> Response {
    let known = say_if_known(reason);
    let detail = format!("{} ({code})", known.unwrap_or(reason));
    let small = SmallPrint::Detail {
        detail: &detail,
        is_english: known.is_none(),
    };
    let text = say(
        "We cannot answer the request that brought you here. Go back to the site that you came from and begin again.",
    );
    render_error_page(status, say(title), text, small, PageLink::START)
}

/// Renders the error page of a failure: logs the failure, and shows the request id so that the operator can find it.
pub(crate) fn failure_page(failure: &Failure, request_id: &str) -> Response {
    log_failure(failure);
    match failure.kind() {
        FailureKind::Broken => render_error_page(
            StatusCode::INTERNAL_SERVER_ERROR,
            say("Server error"),
            say(
                "There is a problem with the server configuration. Check the server logs for more information.",
            ),
            SmallPrint::Request(request_id),
            PageLink::START,
        ),
        FailureKind::Unavailable | FailureKind::Busy => {
            let mut response = render_error_page(
                StatusCode::SERVICE_UNAVAILABLE,
                say("One moment, please"),
                say("The service is busy. Try again in a moment."),
                SmallPrint::Request(request_id),
                PageLink::START,
            );
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            response
        }
    }
}

/// Small print at the end of the page, for support.
#[derive(Clone, Copy)]
enum SmallPrint<'a> {
    None,
    Detail { detail: &'a str, is_english: bool },
    Request(&'a str),
}

fn render_error_page(
    status: StatusCode,
    title: &str,
    text: &str,
    small: SmallPrint<'_>,
    link: PageLink<'_>,
) -> Response {
    let (detail, is_english, request_id) = match small {
        SmallPrint::None => ("", false, ""),
        SmallPrint::Detail { detail, is_english } => (detail, is_english, ""),
        SmallPrint::Request(id) => ("", false, id),
    };
    let template = ErrorPage {
        title,
        text,
        detail,
        is_english,
        request_id,
        way: link,
    };
    page(status, &template, FormTargets::SameOrigin).unwrap_or_else(|failure| {
        log_failure(&failure);
        Response::builder()
            .status(status)
            .content_type("text/plain; charset=utf-8")
            .body(Body::from_string(format!("{title}\n{text}\n")))
    })
}
