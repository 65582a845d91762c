//! The user's decisions on the pages of a request: the choice of the account, and consent.

use foundation::Failure;

use super::error::AuthorizeError;
use super::interaction::{CompletedPrompts, NextStep};
use super::outcome::AuthorizeOutcome;
use super::proceed::{ReadOutcome, continue_request, or_error_outcome, read_request, step};
use super::received::ReceivedRequest;
use super::repeat::{ExpectedResponse, RepeatedRequest, repeat_for_id};
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError};
use crate::http::network::Network;
use crate::http::parameters::Parameters;
use crate::protocol::pending_requests;
use crate::session::sessions::CurrentSession;

const DENIED: OAuthError = OAuthError::new(
    ErrorCode::AccessDenied,
    "The user did not allow the client what it asks for.",
);

/// Decision of the user on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PromptDecision {
    /// The request is for the account of the session.
    ThisAccount,
    /// The client may have the requested scope.
    Yes,
    /// The client may not.
    No,
}

impl PromptDecision {
    /// Returns the completed prompts. A user who is asked for consent has chosen the account before, and the
    /// page's token belongs to the session that chose.
    fn completed_prompts(self) -> CompletedPrompts {
        CompletedPrompts {
            account: true,
            consent: self == Self::Yes,
        }
    }
}

impl PromptDecision {
    /// Returns the responses that the same form may get when the browser sends it again.
    fn expected(self) -> ExpectedResponse {
        match self {
            Self::ThisAccount => ExpectedResponse::Any,
            Self::Yes => ExpectedResponse::Code,
            Self::No => ExpectedResponse::Refusal,
        }
    }
}

/// Handles the decision: checks every rule again, and responds to the request at most once.
pub(super) async fn handle_decision(
    app: &App,
    network: Network,
    form: Parameters,
    decision: PromptDecision,
    session: Option<&CurrentSession>,
) -> Result<AuthorizeOutcome, Failure> {
    let name = pending_requests::resumed_id(&form).map(ToOwned::to_owned);
    let session_id = session.map(|session| session.sid.clone());
    let mut received = match read_request(app, network, form).await? {
        ReadOutcome::Read(received) => received,
        ReadOutcome::Stopped(outcome) => {
            let repeated = RepeatedRequest {
                sid: session_id.as_deref(),
                expected: decision.expected(),
            };
            let repetition = repeat_for_id(app, name.as_deref(), repeated).await?;
            return Ok(repetition.unwrap_or(*outcome));
        }
    };
    received.waiting.sid = session_id;
    let Some(waiting) = &received.waiting.pending else {
        return Ok(AuthorizeOutcome::Page(OAuthError::COMPLETED));
    };
    match decision {
        PromptDecision::ThisAccount => {
            let outcome =
                continue_request(app, &received, session, decision.completed_prompts()).await;
            or_error_outcome(app, &received, outcome).await
        }
        PromptDecision::Yes | PromptDecision::No => {
            let completed = CompletedPrompts {
                account: true,
                consent: true,
            };
            // Decides again, because the state may have changed since the page was shown.
            match step(app, &received, session, completed).await {
                Ok(NextStep::Respond) => {
                    respond_to_decision(app, &received, decision, session).await
                }
                Ok(
                    NextStep::Refuse(_)
                    | NextStep::SignIn
                    | NextStep::SignInAfresh
                    | NextStep::ChooseAccount
                    | NextStep::AskConsent,
                ) => Ok(AuthorizeOutcome::Redirect(waiting.address())),
                Err(failure) => error_after_decision(app, &received, failure).await,
            }
        }
    }
}

async fn respond_to_decision(
    app: &App,
    received: &ReceivedRequest,
    decision: PromptDecision,
    session: Option<&CurrentSession>,
) -> Result<AuthorizeOutcome, Failure> {
    let outcome = if decision == PromptDecision::Yes {
        continue_request(app, received, session, decision.completed_prompts()).await
    } else {
        Err(DENIED.into())
    };
    match outcome {
        Ok(outcome) => Ok(outcome),
        Err(stopped) => error_after_decision(app, received, stopped).await,
    }
}

/// Stops a request after the user's decision: any client receives the error.
async fn error_after_decision(
    app: &App,
    received: &ReceivedRequest,
    stopped: impl Into<TokenError>,
) -> Result<AuthorizeOutcome, Failure> {
    let error = AuthorizeError::after_decision(&received.request.target, stopped);
    error.outcome(app, &received.waiting).await
}
