//! Processing a request as far as possible: to a code, to an error, or to a page for the user.

use foundation::Failure;

use super::again::{ExpectedResponse, RepeatedRequest, answer_named_again, answer_waiting_again};
use super::answer::{CodeOutcome, ConsentSource, answer, commit};
use super::arrive::{RawRequest, ReceivedRequest, find, read};
use super::delivery::Delivery;
use super::halt::AuthorizeError;
use super::interaction::{
    CONSENT_REQUIRED, InteractionContext, LOGIN_REQUIRED, NextStep, PromptAnswers,
    may_be_remembered, next,
};
use super::login_hint::is_other_than_hinted;
use super::question::{AccountPrompt, ConsentPrompt, ask, choose};
use crate::app::App;
use crate::clients::{Scope, subject_for};
use crate::consents;
use crate::errors::{OAuthError, TokenError, with_parameters};
use crate::network::Network;
use crate::parameters::Parameters;
use crate::parking::{self, Parked, Waiting, park};
use crate::sessions::Current;

/// Maximum length of a request in a callback URL, which travels through cookies and emails; longer ones are stored.
const MAX_CALLBACK_LENGTH: usize = 1500;

/// Response to the browser.
#[derive(Debug)]
pub(super) enum AuthorizeOutcome {
    /// A page with the error.
    Page(OAuthError),
    /// A redirect to our own page.
    Go(String),
    /// The client's response.
    Tell(Delivery),
    /// The page to choose the account.
    Choose(AccountPrompt),
    /// The consent page.
    Ask(ConsentPrompt),
}

/// Result of reading a request, before the session is checked.
pub(super) enum ReadOutcome {
    /// The request passed every rule that needs no session.
    Read(Box<ReceivedRequest>),
    /// A rule refused the request.
    Stopped(Box<AuthorizeOutcome>),
}

/// Finds a request and checks its rules.
pub(super) async fn arrive(
    app: &App,
    network: Network,
    query: Parameters,
) -> Result<ReadOutcome, Failure> {
    let RawRequest {
        parameters,
        waiting,
        is_signed,
    } = match find(app, network, query).await {
        Ok(found) => found,
        Err(halt) => {
            let outcome = halt.outcome(app, &Waiting::default()).await?;
            return Ok(ReadOutcome::Stopped(outcome.into()));
        }
    };
    let came = (waiting.pushed.is_some(), is_signed || waiting.is_kept());
    match read(app, network, &parameters, came).await {
        Ok(request) => Ok(ReadOutcome::Read(Box::new(ReceivedRequest {
            request,
            parameters,
            waiting,
            is_signed,
            network,
        }))),
        Err(halt) => Ok(ReadOutcome::Stopped(
            halt.outcome(app, &waiting).await?.into(),
        )),
    }
}

/// Processes a request as far as possible.
pub(super) async fn proceed(
    app: &App,
    network: Network,
    query: Parameters,
    session: Result<Option<Current>, Failure>,
) -> Result<AuthorizeOutcome, Failure> {
    let name = parking::resumed(&query).map(ToOwned::to_owned);
    let current = session.as_ref().ok().and_then(Option::as_ref);
    let sid = current.map(|session| session.sid.clone());
    let mut arrived = match arrive(app, network, query).await? {
        ReadOutcome::Read(arrived) => arrived,
        ReadOutcome::Stopped(outcome) => {
            let sent = RepeatedRequest {
                sid: sid.as_deref(),
                wanted: ExpectedResponse::Any,
            };
            let again = answer_named_again(app, name.as_deref(), sent).await?;
            return Ok(again.unwrap_or(*outcome));
        }
    };
    arrived.waiting.sid = sid;
    let outcome = match session {
        Ok(session) => go_on(app, &arrived, session.as_ref(), PromptAnswers::default()).await,
        Err(failure) => Err(failure.into()),
    };
    or_halt(app, &arrived, outcome).await
}

/// Returns the outcome of a step, or sends its error to the client or the user.
pub(super) async fn or_halt(
    app: &App,
    arrived: &ReceivedRequest,
    outcome: Result<AuthorizeOutcome, TokenError>,
) -> Result<AuthorizeOutcome, Failure> {
    match outcome {
        Ok(outcome) => Ok(outcome),
        Err(stopped) => {
            let halt = AuthorizeError::proven(&arrived.request.target, stopped);
            halt.outcome(app, &arrived.waiting).await
        }
    }
}

/// Continues with the signed-in user and the answers on the pages of this request.
pub(super) async fn go_on(
    app: &App,
    arrived: &ReceivedRequest,
    session: Option<&Current>,
    answered: PromptAnswers,
) -> Result<AuthorizeOutcome, TokenError> {
    match (step(app, arrived, session, answered).await?, session) {
        (NextStep::Refuse(error), _) => Err(error.into()),
        (NextStep::SignIn, _) => Ok(AuthorizeOutcome::Go(sign_in(app, arrived).await?)),
        (NextStep::SignInAfresh, _)
        | (NextStep::Answer | NextStep::AskConsent | NextStep::ChooseAccount, None) => {
            Ok(AuthorizeOutcome::Go(sign_in_afresh(app, arrived).await?))
        }
        (NextStep::ChooseAccount, Some(session)) => {
            let choice = choose(app, arrived, session).await?;
            Ok(AuthorizeOutcome::Choose(choice))
        }
        (NextStep::AskConsent, Some(session)) => {
            let question = ask(app, arrived, session).await?;
            Ok(AuthorizeOutcome::Ask(question))
        }
        (NextStep::Answer, Some(session)) => {
            let allowed = if answered.consent {
                ConsentSource::Now
            } else {
                ConsentSource::Before
            };
            give(app, arrived, (session, allowed)).await
        }
    }
}

/// Returns the next step, from the request, the session and an earlier consent.
pub(super) async fn step(
    app: &App,
    arrived: &ReceivedRequest,
    session: Option<&Current>,
    answered: PromptAnswers,
) -> Result<NextStep, Failure> {
    let consented = match session {
        Some(session) if !answered.consent => consented(app, arrived, session).await?,
        Some(_) | None => None,
    };
    let client = &arrived.request.target.client;
    let subject = session.map(|session| subject_for(app, client, &session.user_id));
    let subject = subject.transpose()?;
    let is_other_than_hinted = match session {
        Some(session) => is_other_than_hinted(app, &arrived.request, session).await?,
        None => false,
    };
    let standing = InteractionContext {
        session,
        is_other_than_hinted,
        subject: subject.as_deref(),
        consented: consented.as_ref(),
        answered,
        parked_at: arrived.waiting.parked.as_ref().map(|parked| parked.at),
        now: app.clock.now(),
    };
    Ok(next(&arrived.request, &standing))
}

/// Returns the user's earlier consent for this client, if it counts.
async fn consented(
    app: &App,
    arrived: &ReceivedRequest,
    session: &Current,
) -> Result<Option<Scope>, Failure> {
    if !may_be_remembered(&arrived.request) {
        return Ok(None);
    }
    let client = &arrived.request.target.client;
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let scope = consents::store::find(&mut db, &session.user_id, &client.id).await?;
    Ok(scope.and_then(|scope| Scope::parse(&scope)))
}

async fn give(
    app: &App,
    arrived: &ReceivedRequest,
    (session, allowed): (&Current, ConsentSource),
) -> Result<AuthorizeOutcome, TokenError> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let answered = answer(app, &mut db, arrived, (session, allowed)).await?;
    match commit(app, transaction, answered, session).await? {
        CodeOutcome::Code { delivery, .. } => Ok(AuthorizeOutcome::Tell(delivery)),
        CodeOutcome::Before => {
            let sent = RepeatedRequest {
                sid: Some(&session.sid),
                wanted: match allowed {
                    ConsentSource::Now => ExpectedResponse::Code,
                    ConsentSource::Before => ExpectedResponse::Any,
                },
            };
            let again = answer_waiting_again(app, &arrived.waiting, sent).await?;
            Ok(again.unwrap_or_else(|| AuthorizeOutcome::Page(arrived.waiting.gone())))
        }
        CodeOutcome::SignedOut if arrived.request.prompt.none => Err(LOGIN_REQUIRED.into()),
        CodeOutcome::SignedOut => Ok(AuthorizeOutcome::Go(sign_in(app, arrived).await?)),
        CodeOutcome::Ended if arrived.request.prompt.none => {
            // Responds directly, because the request is used up.
            let target = &arrived.request.target;
            let told = target.with_error(&app.config.base.issuer, LOGIN_REQUIRED);
            Ok(AuthorizeOutcome::Tell(told))
        }
        CodeOutcome::Ended => {
            let waits = park(app, &arrived.parameters, None, arrived.network).await?;
            Ok(AuthorizeOutcome::Go(sign_in_address(
                arrived,
                &waits.address(),
            )))
        }
        CodeOutcome::NotAllowed if arrived.request.prompt.none => Err(CONSENT_REQUIRED.into()),
        CodeOutcome::NotAllowed => Ok(AuthorizeOutcome::Ask(ask(app, arrived, session).await?)),
    }
}

/// Returns the URL of the sign-in page. A short request is part of it, so that nothing is stored.
async fn sign_in(app: &App, arrived: &ReceivedRequest) -> Result<String, TokenError> {
    let query = arrived.parameters.to_query();
    let must_wait = arrived.waiting.is_kept() || arrived.is_signed;
    let callback = if must_wait || query.len() > MAX_CALLBACK_LENGTH {
        parked(app, arrived).await?.address()
    } else {
        format!("/oauth/authorize?{query}")
    };
    Ok(sign_in_address(arrived, &callback))
}

/// Returns the URL of the sign-in page; the stored request's time later shows that the sign-in is new.
async fn sign_in_afresh(app: &App, arrived: &ReceivedRequest) -> Result<String, TokenError> {
    let callback = parked(app, arrived).await?.address();
    Ok(sign_in_address(arrived, &callback))
}

/// Returns the pending request, which is stored unless it already is.
pub(super) async fn parked(app: &App, arrived: &ReceivedRequest) -> Result<Parked, TokenError> {
    if let Some(parked) = &arrived.waiting.parked {
        return Ok(parked.clone());
    }
    let pushed = arrived.waiting.pushed.as_deref();
    park(app, &arrived.parameters, pushed, arrived.network).await
}

pub(super) fn sign_in_address(arrived: &ReceivedRequest, callback: &str) -> String {
    let mut pairs = vec![("callbackUrl", callback)];
    let email = arrived.request.login_hint.as_deref();
    pairs.extend(
        email
            .filter(|hint| hint.contains('@'))
            .map(|hint| ("email", hint)),
    );
    // A stored request does not show its language to the sign-in pages.
    let locales = arrived.parameters.get("ui_locales");
    pairs.extend(locales.map(|locales| ("ui_locales", locales)));
    with_parameters("/api/auth/signin", &pairs)
}
