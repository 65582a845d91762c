//! Writing down what an operator has done elsewhere: that it is asked for comes first, so that it is never missing in the
//! trail, and that it was done follows, so that the trail never says so of what was not.

use foundation::Failure;
use foundation::http::log_failure;
use serde_json::json;

use crate::app::App;
use crate::audit::{self, Action, Event, with_reason};
use crate::users::Operator;

/// What the operator does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deed<'a> {
    pub(super) action: Action,
    /// To what.
    pub(super) subject: &'a str,
    /// Why, if the operator says so.
    pub(super) reason: Option<&'a str>,
}

/// Writes down that a thing is asked for, or begun; without that it is not done.
pub(super) async fn asked(app: &App, operator: &Operator, deed: Deed<'_>) -> Result<(), Failure> {
    write(app, operator, deed).await
}

/// Writes down that it was done. It stays done when that cannot be written.
pub(super) async fn done(app: &App, operator: &Operator, deed: Deed<'_>) {
    let written = write(app, operator, deed).await;
    written.unwrap_or_else(|failure| log_failure(&failure));
}

async fn write(app: &App, operator: &Operator, deed: Deed<'_>) -> Result<(), Failure> {
    let event = Event {
        actor: &operator.0.id,
        session: Some(&operator.1),
        action: deed.action,
        website_id: None,
        subject: deed.subject,
        details: with_reason(json!({}), deed.reason),
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    audit::record(&mut db, &event, &app.clock, &app.random).await?;
    transaction.commit().await
}
