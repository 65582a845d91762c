//! Writing down what an operator is about to have done elsewhere: it comes first, so that it is never missing in the trail.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::users::Operator;

/// Writes a line about a thing.
pub(super) async fn write_down(
    app: &App,
    operator: &Operator,
    (action, subject): (Action, &str),
) -> Result<(), Failure> {
    let event = Event {
        actor: &operator.0.id,
        session: Some(&operator.1),
        action,
        website_id: None,
        subject,
        details: json!({}),
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    audit::record(&mut db, &event, &app.clock, &app.random).await?;
    transaction.commit().await
}
