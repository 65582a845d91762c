//! Writing down what an operator has done elsewhere: that it is asked for comes first, so that it is never missing in the
//! trail, and that it was done follows, so that the trail never says so of what was not.

use foundation::Failure;
use foundation::http::log_failure;
use serde_json::json;

use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::users::Operator;

/// Writes down that a thing is asked for; without that it is not done.
pub(super) async fn asked(
    app: &App,
    operator: &Operator,
    of: (Action, &str),
) -> Result<(), Failure> {
    write(app, operator, of).await
}

/// Writes down that it was done. It stays done when that cannot be written.
pub(super) async fn done(app: &App, operator: &Operator, of: (Action, &str)) {
    let written = write(app, operator, of).await;
    written.unwrap_or_else(|failure| log_failure(&failure));
}

async fn write(
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
