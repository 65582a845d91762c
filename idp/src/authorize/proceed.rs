//! Taking a request as far as it goes now: to a code, to a refusal, or to the person.

use foundation::Failure;

use super::answer::{Answered, answer, commit};
use super::arrive::{Arrival, Arrived, arrive};
use super::interaction::{LOGIN_REQUIRED, Standing, Step, next};
use super::store;
use super::target::Target;
use crate::app::App;
use crate::brands::{Brand, destination_of};
use crate::clients::Scope;
use crate::errors::{OAuthError, Stopped, with_parameters};
use crate::parameters::Parameters;
use crate::parking::park;
use crate::sessions::Current;

/// Requests longer than this are parked instead of travelling through cookies and mails as a callback URL.
const LONGEST_CALLBACK: usize = 1500;

/// What the browser gets.
#[derive(Debug)]
pub(super) enum Outcome {
    /// A page that says what is wrong.
    Page(OAuthError),
    /// A redirect.
    Redirect(String),
    /// The question whether a client may have what it asks for.
    Ask(Question),
}

/// What the consent page asks.
#[derive(Debug)]
pub(super) struct Question {
    /// The parked request that it is about.
    pub(super) resume: String,
    /// The client's name.
    pub(super) client_name: String,
    /// The host that answers go to.
    pub(super) destination: String,
    /// How the client looks.
    pub(super) brand: Option<Brand>,
    /// What it asks for.
    pub(super) scope: Scope,
}

/// Takes a request as far as it goes. Once the client and its address are proven, whatever stops it
/// is told to the client by a redirect, so that a hidden frame with `prompt=none` is never left waiting.
pub(super) async fn proceed(
    app: &App,
    query: Parameters,
    session: Result<Option<Current>, Failure>,
) -> Result<Outcome, Failure> {
    let arrived = match arrive(app, query).await {
        Ok(Arrival::Page(error)) | Err(Stopped::Refused(error)) => return Ok(Outcome::Page(error)),
        Err(Stopped::Failed(failure)) => return Err(failure),
        Ok(Arrival::Refused(target, error)) => return Ok(refused(app, &target, error)),
        Ok(Arrival::Read(arrived)) => arrived,
    };
    let outcome = match session {
        Ok(session) => step(app, &arrived, session.as_ref()).await,
        Err(failure) => Err(failure.into()),
    };
    Ok(outcome.unwrap_or_else(|stopped| refused(app, &arrived.request.target, stopped.told())))
}

fn refused(app: &App, target: &Target, error: OAuthError) -> Outcome {
    Outcome::Redirect(target.with_error(&app.config.base.issuer, error))
}

async fn step(app: &App, arrived: &Arrived, session: Option<&Current>) -> Result<Outcome, Stopped> {
    let consented = match session {
        Some(session) => consented(app, arrived, session).await?,
        None => None,
    };
    let standing = Standing {
        session,
        consented: consented.as_ref(),
        allowed_now: false,
        parked_at: arrived.parked.as_ref().map(|parked| parked.at),
        now: app.clock.now(),
    };
    match (next(&arrived.request, &standing), session) {
        (Step::Refuse(error), _) => Err(error.into()),
        (Step::SignIn, _) => Ok(Outcome::Redirect(sign_in(app, arrived).await?)),
        (Step::SignInAfresh, _) | (Step::Answer | Step::AskConsent, None) => {
            let callback = parked_address(app, arrived).await?;
            Ok(Outcome::Redirect(sign_in_address(arrived, &callback)))
        }
        (Step::AskConsent, Some(_)) => ask(app, arrived).await,
        (Step::Answer, Some(session)) => answered(app, arrived, session).await,
    }
}

/// What the user allowed this client before; first-party clients are not asked about.
async fn consented(
    app: &App,
    arrived: &Arrived,
    session: &Current,
) -> Result<Option<Scope>, Failure> {
    let client = &arrived.request.target.client;
    if client.first_party {
        return Ok(None);
    }
    let mut reader = app.database.reader().await?;
    let scope = store::find_consent(&mut reader.connection(), &session.user_id, &client.id).await?;
    Ok(scope.and_then(|scope| Scope::parse(&scope)))
}

async fn answered(app: &App, arrived: &Arrived, session: &Current) -> Result<Outcome, Stopped> {
    let mut transaction = app.database.begin().await?;
    let answered = answer(app, &mut transaction.connection(), arrived, session).await?;
    match commit(app, transaction, answered, session).await? {
        Answered::Code { address, .. } => Ok(Outcome::Redirect(address)),
        Answered::Before => Ok(Outcome::Page(OAuthError::ANSWERED)),
        Answered::SignedOut if arrived.request.prompt.none => Err(LOGIN_REQUIRED.into()),
        Answered::SignedOut => Ok(Outcome::Redirect(sign_in(app, arrived).await?)),
    }
}

async fn ask(app: &App, arrived: &Arrived) -> Result<Outcome, Stopped> {
    let resume = match &arrived.parked {
        Some(parked) => parked.id.clone(),
        None => park(app, &arrived.parameters).await?.id,
    };
    let target = &arrived.request.target;
    Ok(Outcome::Ask(Question {
        resume,
        client_name: target.client.name.clone(),
        destination: destination_of(&target.redirect_uri),
        brand: Brand::of(&target.client, &target.redirect_uri, app.config.base.host()),
        scope: arrived.request.scope.clone(),
    }))
}

/// Where somebody signs in and comes back; a short request travels along, which costs nothing to keep.
async fn sign_in(app: &App, arrived: &Arrived) -> Result<String, Stopped> {
    let query = arrived.parameters.to_query();
    let callback = if arrived.parked.is_some() || query.len() > LONGEST_CALLBACK {
        parked_address(app, arrived).await?
    } else {
        format!("/oauth/authorize?{query}")
    };
    Ok(sign_in_address(arrived, &callback))
}

async fn parked_address(app: &App, arrived: &Arrived) -> Result<String, Stopped> {
    Ok(match &arrived.parked {
        Some(parked) => parked.address(),
        None => park(app, &arrived.parameters).await?.address(),
    })
}

fn sign_in_address(arrived: &Arrived, callback: &str) -> String {
    let mut pairs = vec![("callbackUrl", callback)];
    let email = arrived.request.login_hint.as_deref();
    pairs.extend(
        email
            .filter(|hint| hint.contains('@'))
            .map(|hint| ("email", hint)),
    );
    with_parameters("/api/auth/signin", &pairs)
}
