//! Listing what clients of others may do for a user.

use foundation::Failure;

use super::consent::{Application, joined};
use super::store;
use crate::app::App;

/// The clients of others that a user allowed something, the one that was used last first.
pub(crate) async fn applications_of(app: &App, user_id: &str) -> Result<Vec<Application>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut traces = store::consents_of(&mut db, user_id).await?;
    traces.extend(store::grants_of(&mut db, user_id, app.clock.now()).await?);
    Ok(joined(traces))
}
