//! Rate limit of passkey changes: each addition and removal sends an email.

use foundation::Failure;

use crate::app::App;
use crate::limits::{self, Limit, LimitOutcome};

/// Counts one change against the user's hourly limit.
pub(crate) async fn count_change(app: &App, user_id: &str) -> Result<LimitOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let outcome = limits::take(app, &mut db, Limit::PasskeysOfUser, user_id).await?;
    transaction.commit().await?;
    Ok(outcome)
}
