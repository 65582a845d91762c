//! Who is at the account page, whether the sign-in is young enough to change anything there, and what a no looks like.

use foundation::http::RequestId;
use foundation::{Failure, Timestamp};
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Request, Response};

use super::asker::{Asker, GoesOn, SignedInBy};
use crate::app::App;
use crate::cookies::{CookieName, Origin, percent_encode};
use crate::network::Network;
use crate::pages::{Way, error_page, failure_page};
use crate::parameters::Parameters;
use crate::repeats::RepeatKey;
use crate::sessions::{self, Current, Renewing, Repeatable, Started, put_cookies};
use crate::sign_in::{csrf, own_address};
use crate::users::{self, SignedIn, User};

/// The account page.
pub(super) const ACCOUNT: &str = "/api/auth/account";
/// The page that offers to make two accounts one.
pub(super) const MERGE: &str = "/api/auth/account/merge";

/// A person at the account page.
#[derive(Clone, Debug)]
pub(super) struct Here {
    /// Who it is.
    pub(super) user: User,
    /// The session.
    pub(super) session: Current,
    /// The session's id, as the browser presents it.
    pub(super) id: String,
}

impl Here {
    /// Whether the last sign-in is young enough to add or remove a way in.
    pub(super) fn is_fresh(&self, now: Timestamp) -> bool {
        let signed_in = SignedIn {
            user_id: &self.session.user_id,
            auth_time: self.session.auth_time,
        };
        signed_in.is_fresh(now)
    }

    /// The session, for a form with this key that renews it and leads on to an address.
    pub(super) fn renewing<'a>(
        &'a self,
        key: Option<&'a RepeatKey>,
        bound_for: &'a str,
    ) -> Renewing<'a> {
        Renewing {
            id: &self.id,
            repeatable: key.map(|key| Repeatable {
                key,
                bound_for,
                is_new: false,
            }),
        }
    }

    /// The person as who asks, with the session that the browser presents.
    pub(super) fn asker<'a>(&'a self, network: Network, session: Renewing<'a>) -> Asker<'a> {
        Asker {
            user_id: &self.user.id,
            by: SignedInBy::Cookie(session),
            network,
            client_id: None,
        }
    }

    /// What people and their devices call the account.
    pub(super) fn name(&self) -> &str {
        self.user.called()
    }
}

/// Who is signed in with this request, if that user may be here.
pub(super) async fn here(app: &App, request: &Request) -> Result<Option<Here>, Failure> {
    let Some(id) = sessions::presented(app, request.headers()) else {
        return Ok(None);
    };
    let Some(session) = sessions::current(app, request).await? else {
        return Ok(None);
    };
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), &session.user_id).await?;
    Ok(user
        .filter(|user| user.is_active)
        .map(|user| Here { user, session, id }))
}

/// Who signed in a moment ago; anybody else has to sign in first.
pub(super) async fn fresh(app: &App, request: &Request) -> Result<Option<Here>, Failure> {
    let here = here(app, request).await?;
    Ok(here.filter(|here| here.is_fresh(app.clock.now())))
}

/// Whether a form was sent from a page of ours.
pub(super) fn is_ours(app: &App, request: &Request, form: &Parameters) -> Result<bool, Failure> {
    let token = form.get("csrfToken").unwrap_or_default();
    Ok(!form.is_malformed() && csrf::verify(app, request.headers(), token)?)
}

/// The key of a form that its browser may send twice; `None` for a form of another site.
pub(super) fn form_key(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<Option<RepeatKey>, Failure> {
    if Origin::of(request.headers(), &app.config.base.issuer) == Origin::Foreign {
        return Ok(None);
    }
    let one_time = format!("{} {}", request.original_uri().path(), form.to_query());
    RepeatKey::from_cookie(app, request.headers(), "account", &one_time)
}

/// The answer to a form; or the first answer, where this browser sent the form before and that renewed its session. The
/// first answer may have got lost, and the browser's own session ended with it.
pub(super) async fn or_first_answer(
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
    let presented = sessions::presented(app, request.headers());
    match sessions::find_repeated(app, key, presented.as_deref()).await? {
        Some(first) => back(app, &first.started, &first.bound_for),
        None => Ok(response),
    }
}

/// The answer, or a page that tells of the failure.
pub(super) fn or_page(request: &Request, answered: Result<Response, Failure>) -> Response {
    answered.unwrap_or_else(|failure| failure_page(&failure, &RequestId::of(request)))
}

/// Leads to a sign-in that comes back.
pub(super) fn to_sign_in(back_to: &str) -> Result<Response, Failure> {
    let back_to = percent_encode(back_to);
    see_other(&format!(
        "/api/auth/signin?error=SessionRequired&callbackUrl={back_to}"
    ))
}

/// Where a page was told to lead back to: an address of ours, such as the app's, and no other.
pub(super) fn way_back(app: &App, told: &Parameters) -> Option<String> {
    let address = told
        .get("callbackUrl")
        .filter(|_| !told.repeats("callbackUrl"))?;
    own_address(address, &app.config.base.issuer)
}

/// Leads back to a page of the account, with the session's new id.
pub(super) fn back(app: &App, started: &Started, to: &str) -> Result<Response, Failure> {
    let mut response = see_other(to)?;
    put_cookies(app, &mut response, &started.id, started.expires_at)?;
    Ok(response)
}

/// The same, for one whose session may go on as it was.
pub(super) fn back_as(app: &App, goes_on: GoesOn, to: &str) -> Result<Response, Failure> {
    match goes_on {
        GoesOn::Renewed(started) => back(app, &started, to),
        GoesOn::AsItWas => see_other(to),
    }
}

/// Leads on.
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
        (
            "This page is out of date",
            "Nothing was changed. Open your account page again.",
        ),
        Way::ACCOUNT,
    )
}

pub(super) fn last_way_in() -> Response {
    error_page(
        StatusCode::CONFLICT,
        (
            "This is your only way to sign in",
            "Nothing was changed. Add an address or another way to sign in first, then remove this one.",
        ),
        Way::ACCOUNT,
    )
}

pub(super) fn not_there() -> Response {
    error_page(
        StatusCode::NOT_FOUND,
        (
            "There is no such way to sign in",
            "It may have been removed already. Open your account page again.",
        ),
        Way::ACCOUNT,
    )
}

pub(super) fn other_browser() -> Response {
    error_page(
        StatusCode::FORBIDDEN,
        (
            "Open this link where you are signed in",
            "Sign in first, or open the link in the browser in which you asked for it. Nothing was changed.",
        ),
        Way::ACCOUNT,
    )
}
