//! Signing out: the session ends, and with it what hangs on it.

use foundation::Failure;

use crate::app::App;
use crate::sessions;

/// Ends the session with an id; there need not be one.
pub(super) async fn sign_out(app: &App, id: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let ended = sessions::end(app, &mut transaction.connection(), id).await?;
    transaction.commit().await?;
    if let Some(sid) = ended {
        tracing::info!(sid, "signed out");
    }
    Ok(())
}
