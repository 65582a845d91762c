//! Records a failed sign-in in the caller's transaction. The number of records of each network is limited, so that
//! strangers cannot flood the audit log.

use foundation::{Connection, Failure};
use serde_json::Value;

use super::start_session::{BrowserContext, client_of};
use crate::app::App;
use crate::limits::{self, Limit, LimitOutcome};
use crate::observability::audit::{self, Action, AuditEvent};

/// Failed sign-in.
#[derive(Clone, Debug)]
pub(super) struct SignInFailure<'a> {
    /// The signed-in user, if there was one.
    pub(super) actor: Option<&'a str>,
    /// The user who was to sign in, if known; never an email address.
    pub(super) subject: &'a str,
    pub(super) visitor: BrowserContext<'a>,
    /// The sign-in method and the reason.
    pub(super) details: Value,
}

/// Records the failure in the audit log, unless its network has exceeded the limit.
pub(super) async fn record_sign_in_failure(
    app: &App,
    db: &mut Connection<'_>,
    failed: SignInFailure<'_>,
) -> Result<(), Failure> {
    let network = failed.visitor.network;
    let outcome = limits::take_of_network(app, db, Limit::FailureOfNetwork, network).await?;
    if outcome != LimitOutcome::Allowed {
        return Ok(());
    }
    let client_id = client_of(app, db, failed.visitor.destination).await?;
    let event = AuditEvent {
        actor: failed.actor.unwrap_or("anonymous"),
        action: Action::SignInFailed,
        subject: failed.subject,
        network: Some(network.to_string()),
        client_id: client_id.as_deref(),
        details: failed.details,
    };
    audit::record(app, db, event).await
}
