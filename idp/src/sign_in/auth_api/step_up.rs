//! Step-up authentication: a client asks the signed-in user to authenticate again.

use foundation::Failure;

use super::read_session::current_user;
use crate::app::App;
use crate::http::parameters::Parameters;
use crate::identity::passkeys;
use crate::identity::passwords::store::hashes;
use crate::identity::users::{self, User};
use crate::protocol::branding::request_of;
use crate::protocol::claims::ClaimsRequest;
use crate::protocol::clients::subject_for;
use crate::sign_in::upstream::Provider;

/// The parameter with the client id of the website that the action is about. The page shows the registered name, so
/// that a link cannot put its own text on the page.
const ABOUT_CLIENT: &str = "about_client";

/// Signed-in user who has to authenticate again.
pub(super) struct StepUp<'a> {
    pub(super) user: User,
    /// The name of the client that asks for it.
    pub(super) client_name: String,
    /// The name of the website that the action is about.
    pub(super) about: Option<String>,
    /// True if the user has a passkey.
    pub(super) has_passkey: bool,
    /// True if the user has a password.
    pub(super) has_password: bool,
    /// The upstream providers that the user has linked.
    pub(super) providers: Vec<&'a Provider>,
}

impl StepUp<'_> {
    /// Returns the user's display name if the page shows the email address as the account's name.
    pub(super) fn second_name(&self) -> Option<&str> {
        let name = self.user.name.as_deref();
        name.filter(|name| *name != self.user.shown_name())
    }

    /// Returns the email address that a code can be sent to. It is not masked, because the page shows it as the user's name.
    pub(super) fn proven_email(&self) -> Option<&str> {
        let email = self.user.email.as_deref();
        email.filter(|_| self.user.has_verified_email())
    }
}

/// Finds the step-up of a URL: its authorization request expects the user of this session.
pub(super) async fn step_up<'a>(
    app: &'a App,
    bound_for: &str,
    session: Option<&str>,
    offered: &[&'a Provider],
) -> Result<Option<StepUp<'a>>, Failure> {
    let Some(expected) = expected_user(app, bound_for, session).await? else {
        return Ok(None);
    };
    let client_id = expected.request.get("client_id").unwrap_or_default();
    let Some(client) = app.clients.find(client_id).await? else {
        return Ok(None);
    };
    let about = match expected.request.get(ABOUT_CLIENT) {
        Some(id) if client.first_party => app.clients.find(id).await?,
        Some(_) | None => None,
    };
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let Some(user) = users::store::find(&mut db, &expected.user_id).await? else {
        return Ok(None);
    };
    let accounts = users::store::accounts::list(&mut db, &user.id).await?;
    let is_linked = |one: &&&Provider| accounts.iter().any(|account| account.provider == one.id);
    Ok(Some(StepUp {
        client_name: client.name.clone(),
        about: about.map(|about| about.name.clone()),
        has_passkey: app.passkeys.is_some()
            && !passkeys::store::list(&mut db, &user.id).await?.is_empty(),
        has_password: app.config.passwords.is_on() && hashes::has(&mut db, &user.id).await?,
        providers: offered.iter().filter(is_linked).copied().collect(),
        user,
    }))
}

/// Returns true if a sign-in of this user would replace the user whom the client asks to authenticate again.
pub(super) async fn is_of_other_user(
    app: &App,
    bound_for: &str,
    session: Option<&str>,
    user_id: &str,
) -> Result<bool, Failure> {
    let expected = expected_user(app, bound_for, session).await?;
    Ok(expected.is_some_and(|expected| expected.user_id != user_id))
}

/// Authorization request that expects the user of the session.
struct ExpectedUser {
    user_id: String,
    request: Parameters,
}

/// Returns the authorization request of a URL, if it names its user and that user has the session.
async fn expected_user(
    app: &App,
    bound_for: &str,
    session: Option<&str>,
) -> Result<Option<ExpectedUser>, Failure> {
    let Some(session) = session else {
        return Ok(None);
    };
    let Some(request) = request_of(app, bound_for).await? else {
        return Ok(None);
    };
    let Some(subject) = subject_of(app, &request) else {
        return Ok(None);
    };
    let client = app
        .clients
        .find(request.get("client_id").unwrap_or_default());
    let (Some(client), Some(current)) = (client.await?, current_user(app, session).await?) else {
        return Ok(None);
    };
    let known_as = subject_for(app, &client, &current.user_id)?;
    Ok((known_as == subject).then_some(ExpectedUser {
        user_id: current.user_id,
        request,
    }))
}

/// Returns the user whom a request names, by an ID token of its client or by its claims. The authorization endpoint has
/// validated both before, and validates them again.
fn subject_of(app: &App, request: &Parameters) -> Option<String> {
    let Some(hint) = request.get("id_token_hint") else {
        let claims = ClaimsRequest::parse(request.get("claims")?)?;
        return claims.subject().map(ToOwned::to_owned);
    };
    let issuer = &app.config.base.issuer;
    let claims = app
        .keys
        .current()
        .read_hint(hint, issuer, app.clock.now())?;
    let is_for = claims.texts("aud").contains(&request.get("client_id")?);
    claims.text("sub").filter(|_| is_for).map(ToOwned::to_owned)
}
