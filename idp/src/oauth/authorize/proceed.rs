//! Processing a request as far as possible: to a code, to an error, or to a page for the user.

use foundation::Failure;

use super::error::AuthorizeError;
use super::interaction::{
    CONSENT_REQUIRED, CompletedPrompts, InteractionContext, LOGIN_REQUIRED, NextStep,
    consent_is_reusable, next_step,
};
use super::issue_code::{CodeOutcome, ConsentSource, commit_code, create_code};
use super::login_hint::is_other_than_hinted;
use super::outcome::AuthorizeOutcome;
use super::prompts::{account_prompt, consent_prompt};
use super::received::{RawRequest, ReceivedRequest, RequestRoute, check_request, find_raw};
use super::repeat::{ExpectedResponse, RepeatedRequest, repeat_for_id, repeat_for_pending};
use super::sign_in::{sign_in, sign_in_address, sign_in_afresh};
use crate::app::App;
use crate::http::errors::TokenError;
use crate::http::network::Network;
use crate::http::parameters::Parameters;
use crate::protocol::clients::{Scope, subject_for};
use crate::protocol::pending_requests::{self, RequestStorage, store_request};
use crate::session::consents;
use crate::session::sessions::CurrentSession;

/// Result of reading a request, before the session is checked.
pub(super) enum ReadOutcome {
    /// The request passed every rule that needs no session.
    Read(Box<ReceivedRequest>),
    /// A rule refused the request.
    Stopped(Box<AuthorizeOutcome>),
}

/// Finds a request and checks its rules.
pub(super) async fn read_request(
    app: &App,
    network: Network,
    query: Parameters,
) -> Result<ReadOutcome, Failure> {
    let RawRequest {
        parameters,
        waiting,
        is_signed,
    } = match find_raw(app, network, query).await {
        Ok(found) => found,
        Err(error) => {
            let outcome = error.outcome(app, &RequestStorage::default()).await?;
            return Ok(ReadOutcome::Stopped(outcome.into()));
        }
    };
    let route = RequestRoute {
        is_pushed: waiting.pushed.is_some(),
        is_signed: is_signed || waiting.is_stored(),
    };
    match check_request(app, network, &parameters, route).await {
        Ok(request) => Ok(ReadOutcome::Read(Box::new(ReceivedRequest {
            request,
            parameters,
            waiting,
            is_signed,
            network,
        }))),
        Err(error) => Ok(ReadOutcome::Stopped(
            error.outcome(app, &waiting).await?.into(),
        )),
    }
}

/// Processes a request as far as possible.
pub(super) async fn proceed(
    app: &App,
    network: Network,
    query: Parameters,
    session: Result<Option<CurrentSession>, Failure>,
) -> Result<AuthorizeOutcome, Failure> {
    let name = pending_requests::resumed_id(&query).map(ToOwned::to_owned);
    let current = session.as_ref().ok().and_then(Option::as_ref);
    let sid = current.map(|session| session.sid.clone());
    let mut received = match read_request(app, network, query).await? {
        ReadOutcome::Read(received) => received,
        ReadOutcome::Stopped(outcome) => {
            let repeated = RepeatedRequest {
                sid: sid.as_deref(),
                expected: ExpectedResponse::Any,
            };
            let repetition = repeat_for_id(app, name.as_deref(), repeated).await?;
            return Ok(repetition.unwrap_or(*outcome));
        }
    };
    received.waiting.sid = sid;
    let outcome = match session {
        Ok(session) => {
            continue_request(
                app,
                &received,
                session.as_ref(),
                CompletedPrompts::default(),
            )
            .await
        }
        Err(failure) => Err(failure.into()),
    };
    or_error_outcome(app, &received, outcome).await
}

/// Returns the outcome of a step, or sends its error to the client or the user.
pub(super) async fn or_error_outcome(
    app: &App,
    received: &ReceivedRequest,
    outcome: Result<AuthorizeOutcome, TokenError>,
) -> Result<AuthorizeOutcome, Failure> {
    match outcome {
        Ok(outcome) => Ok(outcome),
        Err(stopped) => {
            let error = AuthorizeError::validated(&received.request.target, stopped);
            error.outcome(app, &received.waiting).await
        }
    }
}

/// Continues with the signed-in user and the prompts that the user has completed.
pub(super) async fn continue_request(
    app: &App,
    received: &ReceivedRequest,
    session: Option<&CurrentSession>,
    completed: CompletedPrompts,
) -> Result<AuthorizeOutcome, TokenError> {
    match (step(app, received, session, completed).await?, session) {
        (NextStep::Refuse(error), _) => Err(error.into()),
        (NextStep::SignIn, _) => Ok(AuthorizeOutcome::Redirect(sign_in(app, received).await?)),
        (NextStep::SignInAfresh, _)
        | (NextStep::Respond | NextStep::AskConsent | NextStep::ChooseAccount, None) => Ok(
            AuthorizeOutcome::Redirect(sign_in_afresh(app, received).await?),
        ),
        (NextStep::ChooseAccount, Some(session)) => {
            let choice = account_prompt(app, received, session).await?;
            Ok(AuthorizeOutcome::ChooseAccount(choice))
        }
        (NextStep::AskConsent, Some(session)) => {
            let prompt = consent_prompt(app, received, session).await?;
            Ok(AuthorizeOutcome::AskConsent(prompt))
        }
        (NextStep::Respond, Some(session)) => {
            let source = if completed.consent {
                ConsentSource::Now
            } else {
                ConsentSource::Earlier
            };
            issue_code(app, received, session, source).await
        }
    }
}

/// Returns the next step, from the request, the session and an earlier consent.
pub(super) async fn step(
    app: &App,
    received: &ReceivedRequest,
    session: Option<&CurrentSession>,
    completed: CompletedPrompts,
) -> Result<NextStep, Failure> {
    let consented = match session {
        Some(session) if !completed.consent => consented(app, received, session).await?,
        Some(_) | None => None,
    };
    let client = &received.request.target.client;
    let subject = session.map(|session| subject_for(app, client, &session.user_id));
    let subject = subject.transpose()?;
    let is_other_than_hinted = match session {
        Some(session) => is_other_than_hinted(app, &received.request, session).await?,
        None => false,
    };
    let context = InteractionContext {
        session,
        is_other_than_hinted,
        subject: subject.as_deref(),
        consented: consented.as_ref(),
        completed,
        parked_at: received.waiting.pending.as_ref().map(|parked| parked.at),
        now: app.clock.now(),
    };
    Ok(next_step(&received.request, &context))
}

/// Returns the user's earlier consent for this client, if it counts.
async fn consented(
    app: &App,
    received: &ReceivedRequest,
    session: &CurrentSession,
) -> Result<Option<Scope>, Failure> {
    if !consent_is_reusable(&received.request) {
        return Ok(None);
    }
    let client = &received.request.target.client;
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let scope = consents::store::find(&mut db, &session.user_id, &client.id).await?;
    Ok(scope.and_then(|scope| Scope::parse(&scope)))
}

async fn issue_code(
    app: &App,
    received: &ReceivedRequest,
    session: &CurrentSession,
    source: ConsentSource,
) -> Result<AuthorizeOutcome, TokenError> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let outcome = create_code(app, &mut db, received, session, source).await?;
    match commit_code(app, transaction, outcome, session).await? {
        CodeOutcome::Code { delivery, .. } => Ok(AuthorizeOutcome::Respond(delivery)),
        CodeOutcome::UsedUp => {
            let repeated = RepeatedRequest {
                sid: Some(&session.sid),
                expected: match source {
                    ConsentSource::Now => ExpectedResponse::Code,
                    ConsentSource::Earlier => ExpectedResponse::Any,
                },
            };
            let repetition = repeat_for_pending(app, &received.waiting, repeated).await?;
            Ok(repetition
                .unwrap_or_else(|| AuthorizeOutcome::Page(received.waiting.used_up_error())))
        }
        CodeOutcome::SignedOut if received.request.prompt.none => Err(LOGIN_REQUIRED.into()),
        CodeOutcome::SignedOut => Ok(AuthorizeOutcome::Redirect(sign_in(app, received).await?)),
        CodeOutcome::Ended if received.request.prompt.none => {
            // Responds directly, because the request is used up.
            let target = &received.request.target;
            let response = target.with_error(&app.config.base.issuer, LOGIN_REQUIRED);
            Ok(AuthorizeOutcome::Respond(response))
        }
        CodeOutcome::Ended => {
            let waits = store_request(app, &received.parameters, None, received.network).await?;
            Ok(AuthorizeOutcome::Redirect(sign_in_address(
                received,
                &waits.address(),
            )))
        }
        CodeOutcome::NotAllowed if received.request.prompt.none => Err(CONSENT_REQUIRED.into()),
        CodeOutcome::NotAllowed => Ok(AuthorizeOutcome::AskConsent(
            consent_prompt(app, received, session).await?,
        )),
    }
}
