//! GET and POST of `/admin/claim`: a page with one button for a signed-in user.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use foundation::http::RequestId;
use poem::http::{HeaderValue, StatusCode, header};
use poem::web::Data;
use poem::{Request, Response, handler};

use super::claim::{self, ClaimOutcome, Claimant};
use super::link::PATH;
use crate::app::App;
use crate::http::cookies::{self, CookieName, Lifetime, RequestOrigin, percent_encode};
use crate::http::network::network_of;
use crate::http::pages::{FormTargets, PageLink, error_page, failure_page, page};
use crate::http::parameters::{FormParameters, Parameters, read_query};
use crate::identity::users::User;
use crate::protocol::repeated_requests::RepeatKey;
use crate::session::sessions::{self, RepeatableSignIn, SessionCookie, SessionRenewal};
use crate::sign_in::auth_api::csrf;

#[derive(Template)]
#[template(path = "operators/claim.html")]
struct ClaimPage<'a> {
    email: &'a str,
    host: &'a str,
    token: &'a str,
    csrf_token: &'a str,
}

#[derive(Template)]
#[template(path = "operators/claimed.html")]
struct ClaimedPage<'a> {
    email: &'a str,
    host: &'a str,
    issuer: &'a str,
}

/// Shows the button to a signed-in user; redirects others to sign-in and back.
#[handler]
pub(crate) async fn claim_page(request: &Request, app: Data<&Arc<App>>) -> Response {
    show_claim(&app, request)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::read(request)))
}

/// Uses the link.
#[handler]
pub(crate) async fn spend_link(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    claimed(&app, request, &form)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::read(request)))
}

async fn show_claim(app: &App, request: &Request) -> Result<Response, Failure> {
    let query = read_query(request);
    let stored = cookies::read(
        request.headers(),
        CookieName::OperatorLink,
        app.config.base.is_secure(),
    );
    let Some(token) = query.get("token").or(stored.as_deref()) else {
        return Ok(not_seen_here());
    };
    if !claim::is_outstanding(app, token).await? {
        return Ok(no_longer_valid());
    }
    let Some(user) = signed_in(app, request).await? else {
        return to_sign_in(app, token);
    };
    let csrf = csrf::issue(app, request.headers())?;
    let template = ClaimPage {
        email: user.email.as_deref().unwrap_or(&user.id),
        host: app.config.base.host(),
        token,
        csrf_token: &csrf.token,
    };
    let response = page(StatusCode::OK, &template, FormTargets::SameOrigin)?;
    Ok(csrf.add_cookie(response))
}

async fn claimed(app: &App, request: &Request, form: &Parameters) -> Result<Response, Failure> {
    let token = form.get("token").unwrap_or_default();
    let key = match RequestOrigin::from_headers(request.headers(), &app.config.base.issuer) {
        RequestOrigin::Foreign => None,
        RequestOrigin::Ours | RequestOrigin::Hidden | RequestOrigin::Absent => {
            RepeatKey::from_cookie(app, request.headers(), "operator-link", token)?
        }
    };
    let outcome = claim_by(app, request, form, key.as_ref()).await?;
    if let (ClaimFormOutcome::Refused(_), Some(key)) = (&outcome, &key)
        && let Some(first) = claimed_before(app, request, key).await?
    {
        return first.page(app);
    }
    match outcome {
        ClaimFormOutcome::Done(claimed) => claimed.page(app),
        ClaimFormOutcome::Refused(response) => Ok(response),
    }
}

/// Result of the form.
enum ClaimFormOutcome {
    /// The link was used.
    Done(Box<CompletedClaim>),
    /// The claim was refused, with this response.
    Refused(Response),
}

/// A used link.
struct CompletedClaim {
    user: User,
    session: SessionCookie,
}

impl CompletedClaim {
    fn page(&self, app: &App) -> Result<Response, Failure> {
        let template = ClaimedPage {
            email: self.user.email.as_deref().unwrap_or(&self.user.id),
            host: app.config.base.host(),
            issuer: &app.config.base.issuer,
        };
        let mut response = page(StatusCode::OK, &template, FormTargets::SameOrigin)?;
        let line = link_cookie(app, "", Lifetime::Expired)?;
        response.headers_mut().append(header::SET_COOKIE, line);
        let session = &self.session;
        sessions::put_cookies(app, &mut response, &session.id, session.expires_at)?;
        Ok(response)
    }
}

/// Returns the result of a repeated form if this browser used the link moments ago.
async fn claimed_before(
    app: &App,
    request: &Request,
    key: &RepeatKey,
) -> Result<Option<CompletedClaim>, Failure> {
    let presented = sessions::presented_cookie(app, request.headers());
    let Some(first) = sessions::find_repeated(app, key, presented.as_deref()).await? else {
        return Ok(None);
    };
    let user = claim::user_of(app, &first.user_id).await?;
    Ok(user.map(|user| CompletedClaim {
        user,
        session: first.started,
    }))
}

async fn claim_by(
    app: &App,
    request: &Request,
    form: &Parameters,
    key: Option<&RepeatKey>,
) -> Result<ClaimFormOutcome, Failure> {
    let token = form.get("token").unwrap_or_default();
    let csrf_token = form.get("csrfToken").unwrap_or_default();
    if form.is_malformed() || !csrf::verify(app, request.headers(), csrf_token)? {
        return Ok(ClaimFormOutcome::Refused(error_page(
            StatusCode::FORBIDDEN,
            "This page is out of date",
            "Nothing was changed. Open the operator link again.",
            PageLink::to(PATH, "Open it again"),
        )));
    }
    let session_id = sessions::presented_cookie(app, request.headers()).unwrap_or_default();
    let Some(user) = signed_in(app, request).await? else {
        return to_sign_in(app, token).map(ClaimFormOutcome::Refused);
    };
    let claimant = Claimant {
        user: &user,
        session: SessionRenewal {
            id: &session_id,
            repeatable: key.map(|key| RepeatableSignIn {
                key,
                bound_for: PATH,
                is_new: false,
            }),
        },
        network: network_of(app, request),
    };
    match claim::claim(app, token, claimant).await? {
        ClaimOutcome::NotValid => Ok(ClaimFormOutcome::Refused(no_longer_valid())),
        ClaimOutcome::SignedOut => to_sign_in(app, token).map(ClaimFormOutcome::Refused),
        ClaimOutcome::Claimed(session) => Ok(ClaimFormOutcome::Done(Box::new(CompletedClaim {
            user,
            session,
        }))),
    }
}

async fn signed_in(app: &App, request: &Request) -> Result<Option<User>, Failure> {
    match sessions::current(app, request).await? {
        Some(session) => claim::user_of(app, &session.user_id).await,
        None => Ok(None),
    }
}

/// Redirects to sign-in. The token is in a cookie, because a URL with the token would be sent by email.
fn to_sign_in(app: &App, token: &str) -> Result<Response, Failure> {
    let lifetime = Lifetime::For(app.config.mail.link_lifetime);
    let back = percent_encode(PATH);
    Ok(Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(
            header::LOCATION,
            format!("/api/auth/signin?callbackUrl={back}"),
        )
        .header(header::SET_COOKIE, link_cookie(app, token, lifetime)?)
        .finish())
}

fn link_cookie(app: &App, token: &str, lifetime: Lifetime) -> Result<HeaderValue, Failure> {
    let secure = app.config.base.is_secure();
    cookies::write(CookieName::OperatorLink, token, lifetime, secure)
}

fn not_seen_here() -> Response {
    error_page(
        StatusCode::FORBIDDEN,
        "Open the operator link in this browser",
        "You are in another browser than the one it was opened in, or it was opened too long ago.",
        PageLink::START,
    )
}

fn no_longer_valid() -> Response {
    error_page(
        StatusCode::FORBIDDEN,
        "This link is no longer valid",
        "It may have been used already, or a later start printed a newer one.",
        PageLink::START,
    )
}
