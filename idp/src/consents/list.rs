//! Listing of the clients with access to a user's account.

use foundation::Failure;

use super::consent::{Application, joined};
use super::store;
use crate::app::App;

/// Lists the third-party clients with access to a user's account, the most recently used first.
pub(crate) async fn applications_of(app: &App, user_id: &str) -> Result<Vec<Application>, Failure> {
    list(app, user_id, false).await
}

/// Lists all clients with access, first-party clients included.
pub(crate) async fn all_applications_of(
    app: &App,
    user_id: &str,
) -> Result<Vec<Application>, Failure> {
    list(app, user_id, true).await
}

async fn list(app: &App, user_id: &str, also_ours: bool) -> Result<Vec<Application>, Failure> {
    let now = app.clock.now();
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut traces = store::consents_of(&mut db, user_id, also_ours).await?;
    traces.extend(store::grants_of(&mut db, user_id, now, also_ours).await?);
    Ok(joined(traces))
}
