//! CSRF protection: a token in a cookie and in the form, bound to the session.

use foundation::Failure;
use foundation::secret::equal;
use poem::Response;
use poem::http::{HeaderMap, HeaderValue, header};

use crate::app::App;
use crate::http::cookies::{self, CookieName, Lifetime, RequestOrigin};
use crate::session::sessions;

/// Token of a browser, with the cookie to send if the token is new.
#[derive(Clone, Debug)]
pub(crate) struct Csrf {
    /// 64 hexadecimal digits: the `csrfToken` of forms.
    pub(crate) token: String,
    /// The `Set-Cookie` line of a new token.
    set_cookie: Option<HeaderValue>,
}

impl Csrf {
    /// Returns whether the browser's cookie has this token already.
    pub(crate) fn is_known(&self) -> bool {
        self.set_cookie.is_none()
    }

    /// Adds the cookie of the token to a page.
    pub(crate) fn add_cookie(self, mut page: Response) -> Response {
        if let Some(line) = self.set_cookie {
            page.headers_mut().append(header::SET_COOKIE, line);
        }
        page
    }
}

/// Returns the token of the browser's cookie if it is valid, and a new one otherwise.
pub(crate) fn issue(app: &App, headers: &HeaderMap) -> Result<Csrf, Failure> {
    if let Some(token) = valid_token(app, headers)? {
        return Ok(Csrf {
            token,
            set_cookie: None,
        });
    }
    let token = app.random.hex()?;
    let cookie = cookie_of(app, &token, &bound(app, headers, &token))?;
    Ok(Csrf {
        token,
        set_cookie: Some(cookie),
    })
}

/// Binds a valid token to no session after its session has ended, so that open forms still work.
pub(crate) fn unbind(app: &App, token: &str) -> Result<HeaderValue, Failure> {
    cookie_of(app, token, &bound_to(token, ""))
}

fn cookie_of(app: &App, token: &str, bound: &str) -> Result<HeaderValue, Failure> {
    let mac = app.sealer.mac("csrf", bound)?;
    let secure = app.config.base.is_secure();
    cookies::write(
        CookieName::Csrf,
        &format!("{token}|{mac}"),
        Lifetime::Browser,
        secure,
    )
}

/// Returns whether a form's `csrfToken` is the one of the browser's valid cookie, and no other website sent it.
pub(crate) fn verify(app: &App, headers: &HeaderMap, field: &str) -> Result<bool, Failure> {
    if RequestOrigin::from_headers(headers, &app.config.base.issuer) == RequestOrigin::Foreign {
        return Ok(false);
    }
    Ok(valid_token(app, headers)?.is_some_and(|token| equal(&token, field)))
}

/// Returns whether the browser that got a form sent it, in any session, and no other website did.
///
/// Allows no change: a browser whose session the first request ended only sees the result of that request.
pub(crate) fn is_of_browser(app: &App, headers: &HeaderMap, field: &str) -> bool {
    let is_foreign =
        RequestOrigin::from_headers(headers, &app.config.base.issuer) == RequestOrigin::Foreign;
    let cookie = cookies::read(headers, CookieName::Csrf, app.config.base.is_secure());
    let cookie = cookie.unwrap_or_default();
    let token = cookie.split('|').next().unwrap_or_default();
    !is_foreign && !token.is_empty() && equal(token, field)
}

fn valid_token(app: &App, headers: &HeaderMap) -> Result<Option<String>, Failure> {
    let secure = app.config.base.is_secure();
    let Some(value) = cookies::read(headers, CookieName::Csrf, secure) else {
        return Ok(None);
    };
    let mut parts = value.split('|');
    let (Some(token), Some(presented)) = (parts.next(), parts.next()) else {
        return Ok(None);
    };
    // Accepts previous master secrets too, for pages that were loaded before the secret changed.
    let is_ours = app
        .sealer
        .has_mac("csrf", &bound(app, headers, token), presented)?;
    let is_valid = token.len() == 64 && is_ours;
    Ok(is_valid.then(|| token.to_owned()))
}

/// Binds a token to the session of the browser. A pair that an attacker got and planted in another browser is invalid
/// there, and each sign-in and sign-out needs a new token.
fn bound(app: &App, headers: &HeaderMap, token: &str) -> String {
    bound_to(token, &sessions::bound_to(app, headers))
}

fn bound_to(token: &str, session: &str) -> String {
    format!("{token}|{session}")
}
