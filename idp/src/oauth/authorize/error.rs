//! Decision about the receiver of an error: the client at its validated redirect URI, or the user on a page.

use foundation::Failure;

use super::delivery::Delivery;
use super::outcome::AuthorizeOutcome;
use super::repeat::{self, ExpectedResponse, RepeatedRequest};
use super::target::ResponseTarget;
use crate::app::App;
use crate::http::errors::{OAuthError, TokenError};
use crate::observability::activity;
use crate::protocol::pending_requests::{self, RequestStorage};

/// An error that ends a request.
#[derive(Debug)]
pub(super) enum AuthorizeError {
    /// The user sees it: no redirect URI is validated, or the client has its response already (RFC 6749 section
    /// 4.1.2.1).
    User(OAuthError),
    /// The client receives it. Failures go to the client too, so that a hidden frame with `prompt=none` never waits
    /// without end.
    Client(Box<ResponseTarget>, TokenError),
    /// The user sees it, because only its own metadata document describes the client and no user has decided. A
    /// redirect would make our URLs lead browsers to any such client (RFC 9700 section 4.11.2).
    Unvouched(OAuthError),
    /// A failure before the client was validated.
    Failed(Failure),
}

impl AuthorizeError {
    /// Creates the error of a request whose client and redirect URI are not validated.
    pub(super) fn unvalidated(error: TokenError) -> Self {
        match error {
            TokenError::Refused(error) => Self::User(error),
            TokenError::Failed(failure) => Self::Failed(failure),
        }
    }

    /// Creates the error of a validated request before the user's decision.
    pub(super) fn validated(target: &ResponseTarget, error: impl Into<TokenError>) -> Self {
        let error = error.into();
        if !target.client.has_metadata_document() {
            return Self::after_decision(target, error);
        }
        match error {
            TokenError::Refused(error) => Self::Unvouched(error),
            TokenError::Failed(failure) => Self::Failed(failure),
        }
    }

    /// Creates the error of a validated request after the user's decision.
    pub(super) fn after_decision(target: &ResponseTarget, error: impl Into<TokenError>) -> Self {
        Self::Client(Box::new(target.clone()), error.into())
    }

    /// Returns the response to the browser. A refusal to the client also uses up the pending request; if a concurrent
    /// request used it up, the client gets no second response.
    pub(super) async fn outcome(
        self,
        app: &App,
        waiting: &RequestStorage,
    ) -> Result<AuthorizeOutcome, Failure> {
        match self {
            Self::User(error) => Ok(AuthorizeOutcome::Page(error)),
            Self::Failed(failure) => Err(failure),
            Self::Unvouched(error) => {
                let is_taken = use_up_request(app, waiting, None).await?;
                let response = if is_taken {
                    error
                } else {
                    waiting.used_up_error()
                };
                Ok(AuthorizeOutcome::Page(response))
            }
            Self::Client(target, TokenError::Refused(error)) => {
                let refusal = target.with_error(&app.config.base.issuer, error);
                Ok(match use_up_request(app, waiting, Some(&refusal)).await {
                    Ok(true) => client_outcome(app, &target, error),
                    Ok(false) => {
                        let repeated = RepeatedRequest {
                            sid: waiting.sid.as_deref(),
                            expected: ExpectedResponse::Refusal,
                        };
                        let repetition = repeat::repeat_for_pending(app, waiting, repeated).await?;
                        repetition
                            .unwrap_or_else(|| AuthorizeOutcome::Page(waiting.used_up_error()))
                    }
                    Err(failure) => {
                        client_outcome(app, &target, TokenError::from(failure).into_error())
                    }
                })
            }
            Self::Client(target, failed @ TokenError::Failed(_)) => {
                Ok(client_outcome(app, &target, failed.into_error()))
            }
        }
    }
}

fn client_outcome(app: &App, target: &ResponseTarget, error: OAuthError) -> AuthorizeOutcome {
    activity::refused(error.code.name(), error.description);
    AuthorizeOutcome::Respond(target.with_error(&app.config.base.issuer, error))
}

async fn use_up_request(
    app: &App,
    waiting: &RequestStorage,
    refusal: Option<&Delivery>,
) -> Result<bool, Failure> {
    if !waiting.is_stored() {
        return Ok(true);
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if pending_requests::take(app, &mut db, waiting).await? {
        if let Some(refusal) = refusal {
            repeat::store_delivery(app, &mut db, waiting, refusal, None).await?;
        }
        transaction.commit().await?;
        Ok(true)
    } else {
        transaction.rollback().await?;
        Ok(false)
    }
}
