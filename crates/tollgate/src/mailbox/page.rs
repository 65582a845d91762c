//! `/dev/mailbox`: a plain page for whoever sits at this machine.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use foundation::http::log_failure;
use poem::http::{StatusCode, header};
use poem::{Request, Response, Route, get};

use super::letter::{self, Letter};

#[derive(Template)]
#[template(path = "mailbox.html")]
struct Page {
    letters: Vec<Shown>,
}

/// A letter whose addresses can be clicked.
struct Shown {
    to: String,
    subject: String,
    lines: Vec<Line>,
}

struct Line {
    text: String,
    is_link: bool,
}

/// Adds the page for the letters of `directory`.
pub(crate) fn add_route(route: Route, directory: PathBuf) -> Route {
    let directory = Arc::new(directory);
    route.at(
        "/dev/mailbox",
        get(poem::endpoint::make_sync(move |request: Request| {
            answer(&request, &directory)
        })),
    )
}

fn answer(request: &Request, directory: &std::path::Path) -> Response {
    if !is_at_this_machine(request) {
        return Response::builder().status(StatusCode::NOT_FOUND).finish();
    }
    let page = letter::newest(directory)
        .map_err(|error| Failure::broken("reading the mail directory", error))
        .and_then(|letters| {
            let letters = letters.into_iter().map(shown).collect();
            Page { letters }
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

/// Both the peer and the name it asked for must be this machine: the second check keeps out pages
/// whose name was pointed at 127.0.0.1.
fn is_at_this_machine(request: &Request) -> bool {
    let peer = request
        .remote_addr()
        .as_socket_addr()
        .map(std::net::SocketAddr::ip);
    let host = request.header(header::HOST).unwrap_or_default();
    let name = host
        .rsplit_once(':')
        .map_or(host, |(name, _)| name)
        .trim_matches(['[', ']']);
    peer.is_some_and(|ip| ip.is_loopback())
        && (name == "localhost" || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback()))
}

fn shown(letter: Letter) -> Shown {
    let lines = letter
        .text
        .lines()
        .map(|line| Line {
            text: line.to_owned(),
            is_link: line.trim().starts_with("http"),
        })
        .collect();
    Shown {
        to: letter.to,
        subject: letter.subject,
        lines,
    }
}
