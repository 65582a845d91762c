//! Extractors and refusals of the account pages: the signed-in user, and whether the sign-in is recent enough for changes.

use foundation::http::RequestId;
use foundation::{Failure, Timestamp};
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Request, Response};

use super::requester::{Requester, SessionContinuation, SessionCredential};
use crate::app::App;
use crate::http::cookies::{CookieName, RequestOrigin, percent_encode};
use crate::http::network::Network;
use crate::http::pages::{PageLink, error_page, failure_page};
use crate::http::parameters::Parameters;
use crate::identity::users::{self, CurrentSignIn, User};
use crate::protocol::repeated_requests::RepeatKey;
use crate::session::sessions::{
    self, CurrentSession, RepeatableSignIn, SessionCookie, SessionRenewal, put_cookies,
};
use crate::sign_in::auth_api::{csrf, own_address};

/// Path of the account page.
pub(super) const ACCOUNT: &str = "/api/auth/account";
/// Path of the page that offers to merge two accounts.
pub(super) const MERGE: &str = "/api/auth/account/merge";

/// Signed-in user of an account page.
#[derive(Clone, Debug)]
pub(super) struct SignedInUser {
    pub(super) user: User,
    pub(super) session: CurrentSession,
    /// The session's id as the browser presents it.
    pub(super) id: String,
}

/// Requester of a form on an account page.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormRequester<'a> {
    pub(super) signed_in: &'a SignedInUser,
    /// Session that the form renews.
    pub(super) session: SessionRenewal<'a>,
    /// The network that the request comes from.
    pub(super) network: Network,
}

impl SignedInUser {
    /// Returns whether the last sign-in is recent enough to add or remove a sign-in method.
    pub(super) fn is_fresh(&self, now: Timestamp) -> bool {
        let signed_in = CurrentSignIn {
            user_id: &self.session.user_id,
            auth_time: self.session.auth_time,
        };
        signed_in.is_fresh(now)
    }

    /// Returns the session for a form with this key; the form renews the session and redirects to `bound_for`.
    pub(super) fn renewing<'a>(
        &'a self,
        key: Option<&'a RepeatKey>,
        bound_for: &'a str,
    ) -> SessionRenewal<'a> {
        SessionRenewal {
            id: &self.id,
            repeatable: key.map(|key| RepeatableSignIn {
                key,
                bound_for,
                is_new: false,
            }),
        }
    }

    /// Returns the user as a requester who is authenticated by the browser's session.
    pub(super) fn requester<'a>(
        &'a self,
        network: Network,
        session: SessionRenewal<'a>,
    ) -> Requester<'a> {
        Requester {
            user_id: &self.user.id,
            credential: SessionCredential::Cookie(session),
            network,
            client_id: None,
        }
    }

    /// Returns the user as the requester of a form; the form renews the session.
    pub(super) fn form_requester<'a>(
        &'a self,
        network: Network,
        session: SessionRenewal<'a>,
    ) -> FormRequester<'a> {
        FormRequester {
            signed_in: self,
            session,
            network,
        }
    }

    /// Returns the account's name as users and their devices show it.
    pub(super) fn name(&self) -> &str {
        self.user.shown_name()
    }
}

/// Returns the signed-in user of a request if that user is active.
pub(super) async fn find_signed_in_user(
    app: &App,
    request: &Request,
) -> Result<Option<SignedInUser>, Failure> {
    let Some(id) = sessions::presented_cookie(app, request.headers()) else {
        return Ok(None);
    };
    let Some(session) = sessions::current(app, request).await? else {
        return Ok(None);
    };
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), &session.user_id).await?;
    Ok(user
        .filter(|user| user.is_active)
        .map(|user| SignedInUser { user, session, id }))
}

/// Returns the signed-in user if the sign-in is recent; all other users have to sign in first.
pub(super) async fn find_recently_signed_in(
    app: &App,
    request: &Request,
) -> Result<Option<SignedInUser>, Failure> {
    let signed_in = find_signed_in_user(app, request).await?;
    Ok(signed_in.filter(|signed_in| signed_in.is_fresh(app.clock.now())))
}

/// Returns whether one of our pages sent a form: the CSRF token matches the browser's cookie.
pub(super) fn has_valid_csrf_token(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<bool, Failure> {
    let token = form.get("csrfToken").unwrap_or_default();
    Ok(!form.is_malformed() && csrf::verify(app, request.headers(), token)?)
}

/// Returns the key of a form that its browser may send twice; `None` for a form of another website.
pub(super) fn form_key(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<Option<RepeatKey>, Failure> {
    if RequestOrigin::from_headers(request.headers(), &app.config.base.issuer)
        == RequestOrigin::Foreign
    {
        return Ok(None);
    }
    let one_time = format!("{} {}", request.original_uri().path(), form.to_query());
    RepeatKey::from_cookie(app, request.headers(), "account", &one_time)
}

/// Returns the response to a form, or the first response if the browser sent the form before. The first response may
/// have been lost, and the session that the browser still presents ended with it.
pub(super) async fn or_first_response(
    app: &App,
    request: &Request,
    key: Option<&RepeatKey>,
    response: Response,
) -> Result<Response, Failure> {
    let Some(key) = key else {
        return Ok(response);
    };
    let name = CookieName::Session.text(app.config.base.is_secure());
    let mut cookies = response.headers().get_all(header::SET_COOKIE).iter();
    if cookies.any(|line| line.as_bytes().starts_with(name.as_bytes())) {
        return Ok(response);
    }
    let presented = sessions::presented_cookie(app, request.headers());
    match sessions::find_repeated(app, key, presented.as_deref()).await? {
        Some(first) => redirect_renewed(app, &first.started, &first.bound_for),
        None => Ok(response),
    }
}

/// Returns the response, or an error page for a failure.
pub(super) fn or_error_page(request: &Request, outcome: Result<Response, Failure>) -> Response {
    outcome.unwrap_or_else(|failure| failure_page(&failure, &RequestId::read(request)))
}

/// Redirects to the sign-in page, which returns to `back_to` afterwards.
pub(super) fn to_sign_in(back_to: &str) -> Result<Response, Failure> {
    let back_to = percent_encode(back_to);
    see_other(&format!(
        "/api/auth/signin?error=SessionRequired&callbackUrl={back_to}"
    ))
}

/// Returns the `callbackUrl` that a page received, if it is one of our own URLs, such as the web app's.
pub(super) fn return_url(app: &App, query: &Parameters) -> Option<String> {
    let address = query
        .get("callbackUrl")
        .filter(|_| !query.repeats("callbackUrl"))?;
    own_address(address, &app.config.base.issuer)
}

/// Redirects to an account page and sets the session's new id.
pub(super) fn redirect_renewed(
    app: &App,
    started: &SessionCookie,
    to: &str,
) -> Result<Response, Failure> {
    let mut response = see_other(to)?;
    put_cookies(app, &mut response, &started.id, started.expires_at)?;
    Ok(response)
}

/// Redirects to an account page, and sets the session's id if it is new.
pub(super) fn redirect_after_change(
    app: &App,
    continuation: SessionContinuation,
    to: &str,
) -> Result<Response, Failure> {
    match continuation {
        SessionContinuation::Renewed(started) => redirect_renewed(app, &started, to),
        SessionContinuation::Unchanged => see_other(to),
    }
}

/// Redirects with status 303.
pub(super) fn see_other(to: &str) -> Result<Response, Failure> {
    let location =
        HeaderValue::from_str(to).map_err(|error| Failure::broken("writing a Location", error))?;
    let response = Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, location)
        .header(header::CACHE_CONTROL, "no-store");
    Ok(response.finish())
}

pub(super) fn out_of_date() -> Response {
    error_page(
        StatusCode::FORBIDDEN,
        "This page is out of date",
        "Nothing was changed. Open your account page again.",
        PageLink::ACCOUNT,
    )
}

pub(super) fn only_sign_in_method() -> Response {
    error_page(
        StatusCode::CONFLICT,
        "This is your only way to sign in",
        "Nothing was changed. Add an address or another way to sign in first, then remove this one.",
        PageLink::ACCOUNT,
    )
}

pub(super) fn method_not_found() -> Response {
    error_page(
        StatusCode::NOT_FOUND,
        "There is no such way to sign in",
        "It may have been removed already. Open your account page again.",
        PageLink::ACCOUNT,
    )
}

pub(super) fn other_browser() -> Response {
    error_page(
        StatusCode::FORBIDDEN,
        "Open this link where you are signed in",
        "Sign in first, or open the link in the browser in which you asked for it. Nothing was changed.",
        PageLink::ACCOUNT,
    )
}
