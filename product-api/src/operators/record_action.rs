//! Records in the audit log what an operator does at another service. The request is recorded before the action, so that it
//! is never missing; the completion follows, so that the log never reports an action that failed.

use foundation::Failure;
use foundation::http::log_failure;
use serde_json::json;

use crate::app::App;
use crate::audit::{self, Action, Event, with_reason};
use crate::users::Operator;

/// An operator's action.
#[derive(Clone, Copy, Debug)]
pub(super) struct OperatorAction<'a> {
    pub(super) action: Action,
    /// The subject of the action.
    pub(super) subject: &'a str,
    /// The operator's reason, if given.
    pub(super) reason: Option<&'a str>,
}

/// Records the request; if that fails, the action must not be done.
pub(super) async fn record_request(
    app: &App,
    operator: &Operator,
    action: OperatorAction<'_>,
) -> Result<(), Failure> {
    write(app, operator, action).await
}

/// Records the completion. The action stays done if that fails.
pub(super) async fn record_completion(app: &App, operator: &Operator, action: OperatorAction<'_>) {
    let written = write(app, operator, action).await;
    written.unwrap_or_else(|failure| log_failure(&failure));
}

async fn write(app: &App, operator: &Operator, action: OperatorAction<'_>) -> Result<(), Failure> {
    let event = Event {
        actor: &operator.0.id,
        session: Some(&operator.1),
        action: action.action,
        website_id: None,
        subject: action.subject,
        details: with_reason(json!({}), action.reason),
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    audit::record(&mut db, &event, &app.clock, &app.random).await?;
    transaction.commit().await
}
