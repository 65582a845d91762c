//! The user's answers on the pages of a request: the choice of the account, and consent.

use foundation::Failure;

use super::again::{ExpectedResponse, RepeatedRequest, answer_named_again};
use super::arrive::ReceivedRequest;
use super::halt::AuthorizeError;
use super::interaction::{NextStep, PromptAnswers};
use super::proceed::{AuthorizeOutcome, ReadOutcome, arrive, go_on, or_halt, step};
use crate::app::App;
use crate::errors::{ErrorCode, OAuthError, TokenError};
use crate::network::Network;
use crate::parameters::Parameters;
use crate::parking;
use crate::sessions::Current;

const DENIED: OAuthError = OAuthError::new(
    ErrorCode::AccessDenied,
    "The user did not allow the client what it asks for.",
);

/// Answer of the user on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PromptAnswer {
    /// The request is for the account of the session.
    ThisAccount,
    /// The client may have the requested scope.
    Yes,
    /// The client may not.
    No,
}

impl PromptAnswer {
    /// Returns the questions that are settled. A user who is asked for consent has chosen the account before, and the
    /// page's token belongs to the session that chose.
    fn answers(self) -> PromptAnswers {
        PromptAnswers {
            account: true,
            consent: self == Self::Yes,
        }
    }
}

impl PromptAnswer {
    /// Returns the responses that the same form may get when the browser sends it again.
    fn wanted(self) -> ExpectedResponse {
        match self {
            Self::ThisAccount => ExpectedResponse::Any,
            Self::Yes => ExpectedResponse::Code,
            Self::No => ExpectedResponse::Refusal,
        }
    }
}

/// Handles the answer: checks every rule again, and responds to the request at most once.
pub(super) async fn allow(
    app: &App,
    network: Network,
    (form, said): (Parameters, PromptAnswer),
    session: Option<&Current>,
) -> Result<AuthorizeOutcome, Failure> {
    let name = parking::resumed(&form).map(ToOwned::to_owned);
    let session_id = session.map(|session| session.sid.clone());
    let mut arrived = match arrive(app, network, form).await? {
        ReadOutcome::Read(arrived) => arrived,
        ReadOutcome::Stopped(outcome) => {
            let sent = RepeatedRequest {
                sid: session_id.as_deref(),
                wanted: said.wanted(),
            };
            let again = answer_named_again(app, name.as_deref(), sent).await?;
            return Ok(again.unwrap_or(*outcome));
        }
    };
    arrived.waiting.sid = session_id;
    let Some(waiting) = &arrived.waiting.parked else {
        return Ok(AuthorizeOutcome::Page(OAuthError::ANSWERED));
    };
    match said {
        PromptAnswer::ThisAccount => {
            let outcome = go_on(app, &arrived, session, said.answers()).await;
            or_halt(app, &arrived, outcome).await
        }
        PromptAnswer::Yes | PromptAnswer::No => {
            let settled = PromptAnswers {
                account: true,
                consent: true,
            };
            // Decides again, because the state may have changed since the page was shown.
            match step(app, &arrived, session, settled).await {
                Ok(NextStep::Answer) => decided(app, &arrived, said, session).await,
                Ok(
                    NextStep::Refuse(_)
                    | NextStep::SignIn
                    | NextStep::SignInAfresh
                    | NextStep::ChooseAccount
                    | NextStep::AskConsent,
                ) => Ok(AuthorizeOutcome::Go(waiting.address())),
                Err(failure) => answered(app, &arrived, failure).await,
            }
        }
    }
}

async fn decided(
    app: &App,
    arrived: &ReceivedRequest,
    said: PromptAnswer,
    session: Option<&Current>,
) -> Result<AuthorizeOutcome, Failure> {
    let outcome = if said == PromptAnswer::Yes {
        go_on(app, arrived, session, said.answers()).await
    } else {
        Err(DENIED.into())
    };
    match outcome {
        Ok(outcome) => Ok(outcome),
        Err(stopped) => answered(app, arrived, stopped).await,
    }
}

/// Stops a request after the user's answer: any client receives the error.
async fn answered(
    app: &App,
    arrived: &ReceivedRequest,
    stopped: impl Into<TokenError>,
) -> Result<AuthorizeOutcome, Failure> {
    let halt = AuthorizeError::answered(&arrived.request.target, stopped);
    halt.outcome(app, &arrived.waiting).await
}
