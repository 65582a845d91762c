//! The session cookie: how an id comes in with a request and goes out with an answer.

use foundation::{Failure, Timestamp};
use poem::http::{HeaderMap, HeaderValue, header};
use poem::{Request, Response};

use super::place::SessionStore;
use super::read::{find_live, find_live_of_active};
use super::session::Current;
use crate::app::App;
use crate::cookies::{self, CookieName, Lifetime, Pieced};

/// What a request presents as its session, live or not: an id, or what is sealed of it; of two with one name neither
/// counts.
pub(crate) fn presented(app: &App, headers: &HeaderMap) -> Option<String> {
    let secure = app.config.base.is_secure();
    match &app.sessions {
        SessionStore::Sql | SessionStore::Redis(_) => {
            cookies::read(headers, CookieName::Session, secure)
        }
        SessionStore::Cookie(_) => {
            match cookies::read_pieces(headers, CookieName::Session, secure) {
                Pieced::Value(value) => Some(value),
                Pieced::Absent | Pieced::Spoiled => None,
            }
        }
    }
}

/// Whether a request carries pieces of a session that do not fit together: they should go.
pub(crate) fn is_spoiled(app: &App, headers: &HeaderMap) -> bool {
    match &app.sessions {
        SessionStore::Sql | SessionStore::Redis(_) => false,
        SessionStore::Cookie(_) => {
            let secure = app.config.base.is_secure();
            cookies::read_pieces(headers, CookieName::Session, secure) == Pieced::Spoiled
        }
    }
}

/// What stays the same as long as a browser has the same session, and is known to it alone; empty without one.
pub(crate) fn bound_to(app: &App, headers: &HeaderMap) -> String {
    let presented = presented(app, headers).unwrap_or_default();
    match &app.sessions {
        SessionStore::Sql | SessionStore::Redis(_) => presented,
        SessionStore::Cookie(sealed) => sealed
            .unseal(&presented)
            .map(|opened| opened.claims.jti.clone())
            .unwrap_or_default(),
    }
}

/// Who is signed in with this request; an expired session counts as none. Does not extend it.
///
/// Fails, with a 503, when the store is away: that is not the same as signed out.
pub(crate) async fn current(app: &App, request: &Request) -> Result<Option<Current>, Failure> {
    match presented(app, request.headers()) {
        Some(id) => Ok(find_live(app, &id).await?.map(Current::from)),
        None => Ok(None),
    }
}

/// The same, but for a user who was switched off, who counts as signed out: within a second, and at once at the server
/// that did it.
pub(crate) async fn current_if_active(
    app: &App,
    request: &Request,
) -> Result<Option<Current>, Failure> {
    match presented(app, request.headers()) {
        Some(id) => Ok(find_live_of_active(app, &id).await?.map(Current::from)),
        None => Ok(None),
    }
}

/// Gives the browser its session.
pub(crate) fn put_cookies(
    app: &App,
    response: &mut Response,
    id: &str,
    expires_at: Timestamp,
) -> Result<(), Failure> {
    let lines = session_cookies(app, id, Lifetime::Until(expires_at))?;
    append(response, lines);
    Ok(())
}

/// Makes the browser forget its session.
pub(crate) fn clear_cookies(app: &App, response: &mut Response) -> Result<(), Failure> {
    let lines = session_cookies(app, "", Lifetime::Gone)?;
    append(response, lines);
    Ok(())
}

/// The `Set-Cookie` lines of a session.
pub(crate) fn session_cookies(
    app: &App,
    value: &str,
    lifetime: Lifetime,
) -> Result<Vec<HeaderValue>, Failure> {
    let secure = app.config.base.is_secure();
    match &app.sessions {
        SessionStore::Sql | SessionStore::Redis(_) => {
            cookies::write(CookieName::Session, value, lifetime, secure).map(|line| vec![line])
        }
        SessionStore::Cookie(_) => {
            cookies::write_pieces(CookieName::Session, value, lifetime, secure)
        }
    }
}

fn append(response: &mut Response, lines: Vec<HeaderValue>) {
    for line in lines {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
}
