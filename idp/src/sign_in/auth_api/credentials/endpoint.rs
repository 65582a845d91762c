//! Handlers of the credentials provider: `signin/credentials` and `callback/credentials`.

use foundation::Failure;
use poem::Response;
use poem::http::{HeaderValue, StatusCode, header};

use super::super::action::CREDENTIALS;
use super::super::context::{SignInContext, refusal};
use super::super::guard::{self, repeat_response};
use super::super::start_session::BrowserContext;
use super::sign_in::{PasswordSignInOutcome, sign_in_with_password};
use crate::http::pages::{PageLink, error_page};
use crate::identity::passwords::Password;
use crate::session::sessions::SessionCookie;

/// The path to which a refused sign-in redirects.
const REFUSED: &str = "error?error=CredentialsSignin&provider=credentials";
/// The `Retry-After` of a response to a busy server, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("2");

/// Handles POST of `signin/credentials`: the form is on the sign-in page.
pub(in super::super) fn begin(context: &SignInContext) -> Result<Response, Failure> {
    let path = if context.app.config.passwords.is_on() && context.is_verified()? {
        "signin"
    } else {
        "signin?csrf=true"
    };
    context.redirect_to_auth(path)
}

/// Handles GET of `callback/credentials`, to which no link leads. `None` if passwords are off.
pub(in super::super) fn redirect_get(context: &SignInContext) -> Option<Response> {
    let line = "Callback for provider type credentials is not supported by GET.";
    context
        .app
        .config
        .passwords
        .is_on()
        .then(|| refusal(&context.headers, StatusCode::INTERNAL_SERVER_ERROR, line))
}

/// Handles POST of `callback/credentials`: an address, as `email` or `username`, and a password. All refusals have
/// byte-identical responses, so that they do not reveal accounts. `None` if passwords are off.
pub(in super::super) async fn sign_in(
    context: &mut SignInContext,
) -> Result<Option<Response>, Failure> {
    if !context.app.config.passwords.is_on() {
        return Ok(None);
    }
    // Includes the destination, because two tabs with different ones have the same CSRF token.
    let [identifier, password] = typed(context);
    let form = [context.callback_url.as_str(), identifier, password].join("\n");
    let key = context.repeat_key("credentials", &form)?;
    if !context.is_verified()? {
        // Looks for a repeated request: the first one started another session, to which the CSRF token is not bound.
        return match repeat_response(context, key.as_ref()).await? {
            Some(response) => Ok(Some(response)),
            None => context.redirect_stale_form("signin").map(Some),
        };
    }
    let [identifier, password] = typed(context);
    let Ok(password) = Password::read(password) else {
        return too_long(context).map(Some);
    };
    let session = context.session_id();
    let browser = BrowserContext {
        repeat: key.as_ref(),
        ..context.browser_context(session.as_deref())
    };
    let outcome = sign_in_with_password(&context.app, identifier, &password, browser).await?;
    respond(context, outcome).map(Some)
}

/// Returns the address and the password of the form.
fn typed(exchange: &SignInContext) -> [&str; 2] {
    let body = &exchange.body;
    let identifier = body.get("email").or_else(|| body.get("username"));
    let password = body.get("password");
    [identifier, password].map(Option::unwrap_or_default)
}

fn respond(
    context: &mut SignInContext,
    outcome: PasswordSignInOutcome,
) -> Result<Response, Failure> {
    match outcome {
        PasswordSignInOutcome::SignedIn(started) => redirect_signed_in(context, &started),
        PasswordSignInOutcome::Refused => context.refuse(StatusCode::UNAUTHORIZED, REFUSED),
        PasswordSignInOutcome::Denied => {
            let path = "error?error=AccessDenied&provider=credentials";
            context.refuse(StatusCode::FORBIDDEN, path)
        }
        PasswordSignInOutcome::OtherPerson => context.refuse_other_user(),
        PasswordSignInOutcome::Busy => busy(context),
    }
}

/// Redirects a signed-in browser to its destination.
pub(super) fn redirect_signed_in(
    context: &mut SignInContext,
    started: &SessionCookie,
) -> Result<Response, Failure> {
    context.remember_method(CREDENTIALS);
    let to = context.callback_url.clone();
    guard::redirect_signed_in(context, started, &to)
}

/// Refuses a password that is too long. The response reveals no account, because no password can be that long.
fn too_long(context: &SignInContext) -> Result<Response, Failure> {
    if context.wants_json() {
        return context.refuse(StatusCode::BAD_REQUEST, REFUSED);
    }
    let words = "A password has at most 1,024 bytes.";
    Ok(error_page(
        StatusCode::BAD_REQUEST,
        "This password is too long",
        words,
        PageLink::SIGN_IN,
    ))
}

/// Returns 503. A script needs a URL with an error in the body, independent of the status; a browser gets a page.
pub(super) fn busy(context: &SignInContext) -> Result<Response, Failure> {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    let mut response = if context.wants_json() {
        context.refuse(status, REFUSED)?
    } else {
        let words = "Many people are signing in. Go back and try again in a moment.";
        error_page(status, "One moment, please", words, PageLink::SIGN_IN)
    };
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, RETRY_AFTER);
    Ok(response)
}
