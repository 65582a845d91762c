//! Counting what a person saves of all that is known of them.

use foundation::Failure;

use crate::app::App;
use crate::limits::{self, Limit, Verdict};

/// Takes one of the files that a person may have in an hour.
pub(super) async fn take_export(app: &App, user_id: &str) -> Result<Verdict, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let verdict = limits::take(app, &mut db, Limit::ExportsOfUser, user_id).await?;
    transaction.commit().await?;
    Ok(verdict)
}
