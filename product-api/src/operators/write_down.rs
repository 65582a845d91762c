//! Writing down what an operator is about to have done elsewhere: it comes first, so that it is never missing in the trail.

use foundation::Failure;
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

/// Writes a line about a deed.
pub(super) async fn write_down(
    app: &App,
    operator: &Operator,
    deed: Deed<'_>,
) -> Result<(), Failure> {
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
