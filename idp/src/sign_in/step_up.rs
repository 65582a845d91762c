//! Confirming who one is: a sign-in that a client asks of the person who is signed in already.

use foundation::Failure;

use super::read_session::current_user;
use crate::app::App;
use crate::brands::request_of;
use crate::claims::ClaimsRequest;
use crate::clients::subject_for;
use crate::parameters::Parameters;
use crate::passkeys;
use crate::passwords::store::hashes;
use crate::upstream::Provider;
use crate::users::{self, User};

/// The parameter by which an app of the installation names the website that the act is about, by its client's id. The
/// name that the page shows is the registered one, so that no link puts words of its own on the page.
const ABOUT: &str = "about_client";

/// A person who is signed in, and who has to confirm it.
pub(super) struct StepUp<'a> {
    /// The person.
    pub(super) user: User,
    /// The name of the client that asks.
    pub(super) client_name: String,
    /// The name of the website that the act is about.
    pub(super) about: Option<String>,
    /// True when the person has a passkey.
    pub(super) has_passkey: bool,
    /// True when the person has a password.
    pub(super) has_password: bool,
    /// The outside providers that the person linked.
    pub(super) providers: Vec<&'a Provider>,
}

impl StepUp<'_> {
    /// The name of the person, where the page calls them by their address.
    pub(super) fn second_name(&self) -> Option<&str> {
        let name = self.user.name.as_deref();
        name.filter(|name| *name != self.user.called())
    }

    /// The address with all but its first letter and its domain hidden, for the button that sends a code to it.
    pub(super) fn masked_email(&self) -> Option<String> {
        let proven = self.user.email.as_deref();
        let proven = proven.filter(|_| self.user.has_verified_email());
        let (local, domain) = proven?.split_once('@')?;
        let first = local.chars().next()?;
        Some(format!("{first}\u{2022}\u{2022}\u{2022}@{domain}"))
    }
}

/// Finds the confirmation that an address leads on to: its authorization request expects the user of this session.
pub(super) async fn step_up<'a>(
    app: &'a App,
    bound_for: &str,
    session: Option<&str>,
    offered: &[&'a Provider],
) -> Result<Option<StepUp<'a>>, Failure> {
    let Some(expected) = expected_of(app, bound_for, session).await? else {
        return Ok(None);
    };
    let client_id = expected.request.get("client_id").unwrap_or_default();
    let Some(client) = app.clients.find(client_id).await? else {
        return Ok(None);
    };
    let about = match expected.request.get(ABOUT) {
        Some(id) if client.first_party => app.clients.find(id).await?,
        Some(_) | None => None,
    };
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let Some(user) = users::store::find(&mut db, &expected.user_id).await? else {
        return Ok(None);
    };
    let accounts = users::store::accounts::of_user(&mut db, &user.id).await?;
    let is_linked = |one: &&&Provider| accounts.iter().any(|account| account.provider == one.id);
    Ok(Some(StepUp {
        client_name: client.name.clone(),
        about: about.map(|about| about.name.clone()),
        has_passkey: app.passkeys.is_some()
            && !passkeys::store::of_user(&mut db, &user.id)
                .await?
                .is_empty(),
        has_password: app.config.passwords.is_on() && hashes::has(&mut db, &user.id).await?,
        providers: offered.iter().filter(is_linked).copied().collect(),
        user,
    }))
}

/// Returns true when a sign-in of this user would replace the person whom the client wants to confirm it.
pub(super) async fn is_of_another(
    app: &App,
    bound_for: &str,
    session: Option<&str>,
    user_id: &str,
) -> Result<bool, Failure> {
    let expected = expected_of(app, bound_for, session).await?;
    Ok(expected.is_some_and(|expected| expected.user_id != user_id))
}

/// A request that expects the user of the session.
struct Expected {
    user_id: String,
    request: Parameters,
}

/// The request that an address leads on to, if it names its user, and that user is the one of the session.
async fn expected_of(
    app: &App,
    bound_for: &str,
    session: Option<&str>,
) -> Result<Option<Expected>, Failure> {
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
    Ok((known_as == subject).then_some(Expected {
        user_id: current.user_id,
        request,
    }))
}

/// The user whom a request names, by a token that was given to its client or by its claims. The authorization endpoint
/// has read both by its own rules before, and does so again.
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
