//! Ending the session of this browser, with all that hangs on it.

use foundation::Failure;

use crate::app::App;
use crate::sessions;

/// Ends the session with an id.
pub(super) async fn end(app: &App, session_id: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let _sid = sessions::end(app, &mut transaction.connection(), session_id).await?;
    transaction.commit().await
}
