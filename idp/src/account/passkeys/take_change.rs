//! Counting a change of one's own passkeys: each addition and removal sends a mail.

use foundation::Failure;

use crate::app::App;
use crate::limits::{self, Limit, Verdict};

/// Takes one of the changes that a person may make to their passkeys in an hour.
pub(crate) async fn take_change(app: &App, user_id: &str) -> Result<Verdict, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let verdict = limits::take(app, &mut db, Limit::PasskeysOfUser, user_id).await?;
    transaction.commit().await?;
    Ok(verdict)
}
