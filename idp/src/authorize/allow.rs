//! The user's answer to the question whether a client may have what it asks for.

use foundation::Failure;

use super::answer::{Answered, answer, commit};
use super::arrive::{Arrival, Arrived, arrive};
use super::interaction::{Standing, Step, next};
use super::proceed::Outcome;
use super::store;
use crate::app::App;
use crate::clients::Scope;
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::parameters::Parameters;
use crate::parking;
use crate::sessions::Current;

const DENIED: OAuthError = OAuthError::new(
    ErrorCode::AccessDenied,
    "The user did not allow the client what it asks for.",
);

/// Takes the answer: every rule is checked again, and the request is answered at most once.
pub(super) async fn allow(
    app: &App,
    query: Parameters,
    is_allowed: bool,
    session: Option<&Current>,
) -> Result<Outcome, Failure> {
    let arrived = match arrive(app, query).await {
        Ok(Arrival::Read(arrived)) if arrived.parked.is_some() => arrived,
        Ok(Arrival::Page(error) | Arrival::Refused(_, error)) | Err(Stopped::Refused(error)) => {
            return Ok(Outcome::Page(error));
        }
        Ok(Arrival::Read(_)) => return Ok(Outcome::Page(OAuthError::ANSWERED)),
        Err(Stopped::Failed(failure)) => return Err(failure),
    };
    let standing = Standing {
        session,
        consented: None,
        allowed_now: true,
        parked_at: arrived.parked.as_ref().map(|parked| parked.at),
        now: app.clock.now(),
    };
    match (next(&arrived.request, &standing), session) {
        (Step::Answer, Some(session)) if is_allowed => allowed(app, &arrived, session).await,
        (Step::Answer, Some(_)) => denied(app, &arrived).await,
        // Something changed since the question was shown.
        (
            Step::Answer | Step::Refuse(_) | Step::SignIn | Step::SignInAfresh | Step::AskConsent,
            _,
        ) => Ok(again(resume_of(&arrived))),
    }
}

async fn allowed(app: &App, arrived: &Arrived, session: &Current) -> Result<Outcome, Failure> {
    let client_id = &arrived.request.target.client.id;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let before = store::find_consent(&mut db, &session.user_id, client_id).await?;
    let scope = before
        .and_then(|scope| Scope::parse(&scope))
        .unwrap_or_default()
        .and(&arrived.request.scope);
    let whose = (session.user_id.as_str(), client_id.as_str());
    store::put_consent(&mut db, whose, &scope.to_string(), app.clock.now()).await?;
    let answered = answer(app, &mut db, arrived, session).await?;
    Ok(match commit(app, transaction, answered, session).await? {
        Answered::Code { address, .. } => Outcome::Redirect(address),
        Answered::Before => Outcome::Page(OAuthError::ANSWERED),
        Answered::SignedOut => again(resume_of(arrived)),
    })
}

fn resume_of(arrived: &Arrived) -> &str {
    arrived
        .parked
        .as_ref()
        .map_or("", |parked| parked.id.as_str())
}

/// Back to where it is decided what comes next.
fn again(resume: &str) -> Outcome {
    Outcome::Redirect(format!("/oauth/authorize?resume={resume}"))
}

async fn denied(app: &App, arrived: &Arrived) -> Result<Outcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let taken = parking::take(app, &mut db, resume_of(arrived)).await?;
    transaction.commit().await?;
    let target = &arrived.request.target;
    Ok(if taken {
        Outcome::Redirect(target.with_error(&app.config.base.issuer, DENIED))
    } else {
        Outcome::Page(OAuthError::ANSWERED)
    })
}
