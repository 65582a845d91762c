//! Rate limit of exports.

use foundation::Failure;

use crate::app::App;
use crate::limits::{self, Limit, LimitOutcome};

/// Counts one export against the user's hourly limit.
pub(super) async fn count_export(app: &App, user_id: &str) -> Result<LimitOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let outcome = limits::take(app, &mut db, Limit::ExportsOfUser, user_id).await?;
    transaction.commit().await?;
    Ok(outcome)
}
