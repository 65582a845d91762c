//! The session cookie: reading it from requests and writing it to responses.

use foundation::{Failure, Timestamp};
use poem::http::{HeaderMap, HeaderValue, header};
use poem::{Request, Response};

use super::read::{find_live, find_live_of_active};
use super::session::CurrentSession;
use super::session_store::SessionStore;
use crate::app::App;
use crate::http::cookies::{self, CookieName, Lifetime, PiecedCookie};

/// Reads the session cookie of a request: a session's id, or an encrypted session; live or not. Returns `None` for two
/// cookies of one name.
pub(crate) fn presented_cookie(app: &App, headers: &HeaderMap) -> Option<String> {
    let secure = app.config.base.is_secure();
    match &app.sessions {
        SessionStore::Sql | SessionStore::Redis(_) => {
            cookies::read(headers, CookieName::Session, secure)
        }
        SessionStore::Cookie(_) => {
            match cookies::read_pieces(headers, CookieName::Session, secure) {
                PiecedCookie::Value(value) => Some(value),
                PiecedCookie::Absent | PiecedCookie::Spoiled => None,
            }
        }
    }
}

/// Returns true if the pieces of a session cookie do not fit together; the server should then delete them.
pub(crate) fn is_broken(app: &App, headers: &HeaderMap) -> bool {
    match &app.sessions {
        SessionStore::Sql | SessionStore::Redis(_) => false,
        SessionStore::Cookie(_) => {
            let secure = app.config.base.is_secure();
            cookies::read_pieces(headers, CookieName::Session, secure) == PiecedCookie::Spoiled
        }
    }
}

/// Returns a value that only this browser knows and that stays the same for its session; empty without a session.
pub(crate) fn bound_to(app: &App, headers: &HeaderMap) -> String {
    let presented = presented_cookie(app, headers).unwrap_or_default();
    match &app.sessions {
        SessionStore::Sql | SessionStore::Redis(_) => presented,
        SessionStore::Cookie(sealed) => sealed
            .unseal(&presented)
            .map(|opened| opened.claims.jti.clone())
            .unwrap_or_default(),
    }
}

/// Finds the session of the request's cookie and does not extend it. An expired session counts as none.
///
/// Fails with 503 if the store is unavailable: that is not the same as signed out.
pub(crate) async fn current(
    app: &App,
    request: &Request,
) -> Result<Option<CurrentSession>, Failure> {
    match presented_cookie(app, request.headers()) {
        Some(id) => Ok(find_live(app, &id).await?.map(CurrentSession::from)),
        None => Ok(None),
    }
}

/// Finds the session as [`current`] does, and none for an inactive user. Another server sees a deactivation within one
/// second, this server at once.
pub(crate) async fn current_if_active(
    app: &App,
    request: &Request,
) -> Result<Option<CurrentSession>, Failure> {
    match presented_cookie(app, request.headers()) {
        Some(id) => Ok(find_live_of_active(app, &id)
            .await?
            .map(CurrentSession::from)),
        None => Ok(None),
    }
}

/// Sets the session's cookies.
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

/// Deletes the session's cookies.
pub(crate) fn clear_cookies(app: &App, response: &mut Response) -> Result<(), Failure> {
    let lines = session_cookies(app, "", Lifetime::Expired)?;
    append(response, lines);
    Ok(())
}

/// Returns the `Set-Cookie` lines of a session.
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
