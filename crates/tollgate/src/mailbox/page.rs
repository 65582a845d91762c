//! `/dev/mailbox`: a plain page for a developer at this machine.

use std::path::PathBuf;
use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use foundation::http::{get, is_from_this_machine, log_failure};
use poem::http::{StatusCode, header};
use poem::{Request, Response, Route};

use super::email::{self, Email};

#[derive(Template)]
#[template(path = "mailbox.html")]
struct MailboxPage {
    emails: Vec<EmailView>,
}

/// An email with clickable links.
struct EmailView {
    name: String,
    has_html: bool,
    to: String,
    subject: String,
    lines: Vec<EmailLine>,
}

struct EmailLine {
    text: String,
    is_link: bool,
}

/// Adds the page for the emails of `directory`, and one for the HTML part of each.
pub(crate) fn add_route(route: Route, directory: PathBuf) -> Route {
    let list = Arc::new(directory);
    let parts = Arc::clone(&list);
    route
        .at(
            "/dev/mailbox",
            get(poem::endpoint::make_sync(move |request: Request| {
                mailbox(&request, &list)
            })),
        )
        .at(
            "/dev/mailbox/:name",
            get(poem::endpoint::make_sync(move |request: Request| {
                html_part(&request, &parts)
            })),
        )
}

/// Returns the HTML part of an email with the limits of a mail client: no scripts, no resources, no rights of our origin.
fn html_part(request: &Request, directory: &std::path::Path) -> Response {
    let name = request.uri().path().rsplit('/').next().unwrap_or_default();
    let mail = email::named(directory, name).filter(|_| is_from_this_machine(request));
    match mail.and_then(|mail| mail.html) {
        None => StatusCode::NOT_FOUND.into(),
        Some(html) => Response::builder()
            .content_type("text/html; charset=utf-8")
            .header(
                header::CONTENT_SECURITY_POLICY,
                "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
            )
            .body(html),
    }
}

/// Returns the page with the newest emails.
fn mailbox(request: &Request, directory: &std::path::Path) -> Response {
    if !is_from_this_machine(request) {
        return StatusCode::NOT_FOUND.into();
    }
    let page = email::newest(directory)
        .map_err(|error| Failure::broken("reading the mail directory", error))
        .and_then(|emails| {
            let emails = emails.into_iter().map(shown).collect();
            MailboxPage { emails }
                .render()
                .map_err(|error| Failure::broken("rendering the mailbox", error))
        });
    match page {
        Ok(html) => Response::builder()
            .content_type("text/html; charset=utf-8")
            .header(
                header::CONTENT_SECURITY_POLICY,
                "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
            )
            .body(html),
        Err(failure) => {
            log_failure(&failure);
            Response::builder()
                .status(StatusCode::INTERNAL_SERVER_ERROR)
                .finish()
        }
    }
}

fn shown(email: Email) -> EmailView {
    let lines = email
        .text
        .lines()
        .map(|line| EmailLine {
            text: line.to_owned(),
            is_link: line.trim().starts_with("http"),
        })
        .collect();
    EmailView {
        name: email.name,
        has_html: email.html.is_some(),
        to: email.to,
        subject: email.subject,
        lines,
    }
}
