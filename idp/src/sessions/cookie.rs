//! The session cookie: how an id comes in with a request and goes out with an answer.

use foundation::{Failure, Timestamp};
use poem::http::{HeaderMap, HeaderValue, header};
use poem::{Request, Response};

use super::read::find_live;
use super::session::Current;
use crate::app::App;
use crate::cookies::{self, CookieName, Lifetime};
use crate::users;

/// The session id that a request presents, live or not; of two with one name neither counts.
pub(crate) fn presented(app: &App, headers: &HeaderMap) -> Option<String> {
    cookies::read(headers, CookieName::Session, app.config.base.is_secure())
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

/// The same, but for a user who was switched off, who counts as signed out.
pub(crate) async fn current_if_active(
    app: &App,
    request: &Request,
) -> Result<Option<Current>, Failure> {
    let Some(session) = current(app, request).await? else {
        return Ok(None);
    };
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), &session.user_id).await?;
    Ok(user.is_some_and(|user| user.is_active).then_some(session))
}

/// The `Set-Cookie` line of a session.
pub(crate) fn session_cookie(
    app: &App,
    id: &str,
    expires_at: Timestamp,
) -> Result<HeaderValue, Failure> {
    let secure = app.config.base.is_secure();
    cookies::write(CookieName::Session, id, Lifetime::Until(expires_at), secure)
}

/// Makes the browser forget its session.
pub(crate) fn clear_cookies(app: &App, response: &mut Response) -> Result<(), Failure> {
    let secure = app.config.base.is_secure();
    let line = cookies::write(CookieName::Session, "", Lifetime::Gone, secure)?;
    response.headers_mut().append(header::SET_COOKIE, line);
    Ok(())
}
