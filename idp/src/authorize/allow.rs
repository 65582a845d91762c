//! The user's answers on the pages of a request: the choice of the account, and consent.

use foundation::Failure;

use super::again::{Sent, Wanted, answer_named_again};
use super::arrive::Arrived;
use super::halt::Halt;
use super::interaction::{Answers, Step};
use super::proceed::{Arrival, Outcome, arrive, go_on, or_halt, step};
use crate::app::App;
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::network::Network;
use crate::parameters::Parameters;
use crate::parking;
use crate::sessions::CurrentSession;

const DENIED: OAuthError = OAuthError::new(
    ErrorCode::AccessDenied,
    "The user did not allow the client what it asks for.",
);

/// Answer of the user on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// The request is for the account of the session.
    ThisAccount,
    /// The client may have the requested scope.
    Yes,
    /// The client may not.
    No,
}

impl Said {
    /// Returns the questions that are settled. A user who is asked for consent has chosen the account before, and the
    /// page's token belongs to the session that chose.
    fn answers(self) -> Answers {
        Answers {
            account: true,
            consent: self == Self::Yes,
        }
    }
}

impl Said {
    /// Returns the responses that the same form may get when the browser sends it again.
    fn wanted(self) -> Wanted {
        match self {
            Self::ThisAccount => Wanted::Any,
            Self::Yes => Wanted::Code,
            Self::No => Wanted::Refusal,
        }
    }
}

/// Handles the answer: checks every rule again, and responds to the request at most once.
pub(super) async fn allow(
    app: &App,
    network: Network,
    (form, said): (Parameters, Said),
    session: Option<&CurrentSession>,
) -> Result<Outcome, Failure> {
    let name = parking::resumed_id(&form).map(ToOwned::to_owned);
    let session_id = session.map(|session| session.sid.clone());
    let mut arrived = match arrive(app, network, form).await? {
        Arrival::Read(arrived) => arrived,
        Arrival::Stopped(outcome) => {
            let sent = Sent {
                sid: session_id.as_deref(),
                wanted: said.wanted(),
            };
            let again = answer_named_again(app, name.as_deref(), sent).await?;
            return Ok(again.unwrap_or(*outcome));
        }
    };
    arrived.waiting.sid = session_id;
    let Some(waiting) = &arrived.waiting.parked else {
        return Ok(Outcome::Page(OAuthError::ANSWERED));
    };
    match said {
        Said::ThisAccount => {
            let outcome = go_on(app, &arrived, session, said.answers()).await;
            or_halt(app, &arrived, outcome).await
        }
        Said::Yes | Said::No => {
            let settled = Answers {
                account: true,
                consent: true,
            };
            // Decides again, because the state may have changed since the page was shown.
            match step(app, &arrived, session, settled).await {
                Ok(Step::Answer) => decided(app, &arrived, said, session).await,
                Ok(
                    Step::Refuse(_)
                    | Step::SignIn
                    | Step::SignInAfresh
                    | Step::ChooseAccount
                    | Step::AskConsent,
                ) => Ok(Outcome::Go(waiting.address())),
                Err(failure) => answered(app, &arrived, failure).await,
            }
        }
    }
}

async fn decided(
    app: &App,
    arrived: &Arrived,
    said: Said,
    session: Option<&CurrentSession>,
) -> Result<Outcome, Failure> {
    let outcome = if said == Said::Yes {
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
    arrived: &Arrived,
    stopped: impl Into<Stopped>,
) -> Result<Outcome, Failure> {
    let halt = Halt::answered(&arrived.request.target, stopped);
    halt.outcome(app, &arrived.waiting).await
}
