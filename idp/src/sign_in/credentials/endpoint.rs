//! The faces of the credentials provider: `signin/credentials` and `callback/credentials`.

use foundation::Failure;
use poem::Response;
use poem::http::{HeaderValue, StatusCode, header};

use super::super::action::CREDENTIALS;
use super::super::admit::Visitor;
use super::super::exchange::{Exchange, refused};
use super::super::guard::{self, answer_again};
use super::enter::{Outcome, enter};
use crate::pages::{Way, error_page};
use crate::passwords::Password;
use crate::sessions::Started;

/// Where a refused sign-in leads to.
const REFUSED: &str = "error?error=CredentialsSignin&provider=credentials";
/// When somebody who found all places taken should come back, in seconds.
const COME_BACK: HeaderValue = HeaderValue::from_static("2");

/// POST of `signin/credentials`: the form is on the sign-in page.
pub(in super::super) fn begin(exchange: &Exchange) -> Result<Response, Failure> {
    let path = if exchange.app.config.passwords.is_on() && exchange.is_verified()? {
        "signin"
    } else {
        "signin?csrf=true"
    };
    exchange.lead_to_auth(path)
}

/// GET of `callback/credentials`: no link leads there. `None` when there are no passwords.
pub(in super::super) fn callback_of_get(exchange: &Exchange) -> Option<Response> {
    let line = "Callback for provider type credentials is not supported by GET.";
    exchange
        .app
        .config
        .passwords
        .is_on()
        .then(|| refused(&exchange.headers, StatusCode::INTERNAL_SERVER_ERROR, line))
}

/// POST of `callback/credentials`: an address, as `email` or `username`, and a password. The answer to every refusal is
/// the same, byte for byte. `None` when there are no passwords.
pub(in super::super) async fn sign_in(
    exchange: &mut Exchange,
) -> Result<Option<Response>, Failure> {
    if !exchange.app.config.passwords.is_on() {
        return Ok(None);
    }
    let key = exchange.repeat_key("credentials", &typed(exchange).join("\n"))?;
    if !exchange.is_verified()? {
        // The first answer gave the browser another session, to which its token is not bound.
        return match answer_again(exchange, key.as_ref()).await? {
            Some(response) => Ok(Some(response)),
            None => exchange.lead_to_stale("signin").map(Some),
        };
    }
    let [identifier, password] = typed(exchange);
    let Ok(password) = Password::read(password) else {
        return too_long(exchange).map(Some);
    };
    let session = exchange.session_id();
    let visitor = Visitor {
        repeat: key.as_ref(),
        ..exchange.visitor(session.as_deref())
    };
    let outcome = enter(&exchange.app, identifier, &password, visitor).await?;
    answer(exchange, outcome).map(Some)
}

/// The address and the password of the form.
fn typed(exchange: &Exchange) -> [&str; 2] {
    let body = &exchange.body;
    let identifier = body.get("email").or_else(|| body.get("username"));
    let password = body.get("password");
    [identifier, password].map(Option::unwrap_or_default)
}

fn answer(exchange: &mut Exchange, outcome: Outcome) -> Result<Response, Failure> {
    match outcome {
        Outcome::SignedIn(started) => signed_in(exchange, &started),
        Outcome::Refused => exchange.refuse(StatusCode::UNAUTHORIZED, REFUSED),
        Outcome::Denied => {
            let path = "error?error=AccessDenied&provider=credentials";
            exchange.refuse(StatusCode::FORBIDDEN, path)
        }
        Outcome::OtherPerson => exchange.refuse_other_person(),
        Outcome::Busy => busy(exchange),
    }
}

/// The browser is signed in, and where the person wanted to go.
pub(super) fn signed_in(exchange: &mut Exchange, started: &Started) -> Result<Response, Failure> {
    exchange.remember_way(CREDENTIALS);
    let to = exchange.callback_url.clone();
    guard::signed_in(exchange, started, &to)
}

/// Nobody's account is told of: no password is that long.
fn too_long(exchange: &Exchange) -> Result<Response, Failure> {
    if exchange.wants_json() {
        return exchange.refuse(StatusCode::BAD_REQUEST, REFUSED);
    }
    let words = "A password has at most 1,024 bytes.";
    Ok(error_page(
        StatusCode::BAD_REQUEST,
        ("This password is too long", words),
        Way::SIGN_IN,
    ))
}

/// A script's body must hold an address with an error, whatever the status is; people read a page.
pub(super) fn busy(exchange: &Exchange) -> Result<Response, Failure> {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    let mut response = if exchange.wants_json() {
        exchange.refuse(status, REFUSED)?
    } else {
        let words = "Many people are signing in. Go back and try again in a moment.";
        error_page(status, ("One moment, please", words), Way::SIGN_IN)
    };
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, COME_BACK);
    Ok(response)
}
