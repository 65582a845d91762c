//! The one place that decides who is told of a stop: the client at its proven address, or the person on a page.

use foundation::Failure;

use super::again::{self, Sent, Wanted};
use super::delivery::Delivery;
use super::proceed::Outcome;
use super::target::Target;
use crate::activity;
use crate::app::App;
use crate::errors::{OAuthError, Stopped};
use crate::parking::{self, Waiting};

/// A request that goes no further.
#[derive(Debug)]
pub(super) enum Halt {
    /// Nothing proves where an answer may go, or it has gone there already: the person is told (RFC 6749 section
    /// 4.1.2.1).
    Person(OAuthError),
    /// The client is told. Machinery that broke is told to it as well, so that a hidden frame with `prompt=none` is
    /// never left waiting.
    Client(Box<Target>, Stopped),
    /// It is of a client that nobody vouches for but its own document, and no person has answered: the person is told. Our
    /// addresses would else lead browsers wherever somebody puts a document (RFC 9700 section 4.11.2).
    Stranger(OAuthError),
    /// Machinery broke before anybody was proven.
    Failed(Failure),
}

impl Halt {
    /// What stopped a request before its client and address were proven.
    pub(super) fn unproven(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Refused(error) => Self::Person(error),
            Stopped::Failed(failure) => Self::Failed(failure),
        }
    }

    /// What stopped it after that, and before a person answered.
    pub(super) fn proven(target: &Target, stopped: impl Into<Stopped>) -> Self {
        let stopped = stopped.into();
        if !target.client.is_its_own_document() {
            return Self::answered(target, stopped);
        }
        match stopped {
            Stopped::Refused(error) => Self::Stranger(error),
            Stopped::Failed(failure) => Self::Failed(failure),
        }
    }

    /// What stopped it when a person had answered.
    pub(super) fn answered(target: &Target, stopped: impl Into<Stopped>) -> Self {
        Self::Client(Box::new(target.clone()), stopped.into())
    }

    /// What the browser gets. A refusal that goes to the client is an answer too: the request is taken away from where
    /// it waited, and one that was taken meanwhile is not answered again.
    pub(super) async fn outcome(self, app: &App, waiting: &Waiting) -> Result<Outcome, Failure> {
        match self {
            Self::Person(error) => Ok(Outcome::Page(error)),
            Self::Failed(failure) => Err(failure),
            Self::Stranger(error) => {
                let is_taken = take(app, waiting, None).await?;
                let told = if is_taken { error } else { waiting.gone() };
                Ok(Outcome::Page(told))
            }
            Self::Client(target, Stopped::Refused(error)) => {
                let refusal = target.with_error(&app.config.base.issuer, error);
                Ok(match take(app, waiting, Some(&refusal)).await {
                    Ok(true) => tell(app, &target, error),
                    Ok(false) => {
                        let sent = Sent {
                            sid: waiting.sid.as_deref(),
                            wanted: Wanted::Refusal,
                        };
                        let again = again::answer_waiting_again(app, waiting, sent).await?;
                        again.unwrap_or_else(|| Outcome::Page(waiting.gone()))
                    }
                    Err(failure) => tell(app, &target, Stopped::from(failure).told()),
                })
            }
            Self::Client(target, failed @ Stopped::Failed(_)) => {
                Ok(tell(app, &target, failed.told()))
            }
        }
    }
}

fn tell(app: &App, target: &Target, error: OAuthError) -> Outcome {
    activity::refused(error.code.name(), error.description);
    Outcome::Tell(target.with_error(&app.config.base.issuer, error))
}

async fn take(app: &App, waiting: &Waiting, refusal: Option<&Delivery>) -> Result<bool, Failure> {
    if !waiting.is_kept() {
        return Ok(true);
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if parking::take(app, &mut db, waiting).await? {
        if let Some(refusal) = refusal {
            again::remember(app, &mut db, waiting, (refusal, None)).await?;
        }
        transaction.commit().await?;
        Ok(true)
    } else {
        transaction.rollback().await?;
        Ok(false)
    }
}
