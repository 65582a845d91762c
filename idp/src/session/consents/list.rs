//! Listing of the clients with access to a user's account.

use foundation::Failure;

use super::consent::{Application, merge_records};
use super::store;
use crate::app::App;

/// Lists the third-party clients with access to a user's account, the most recently used first.
pub(crate) async fn list_applications(
    app: &App,
    user_id: &str,
) -> Result<Vec<Application>, Failure> {
    list(app, user_id, false).await
}

/// Lists all clients with access, first-party clients included.
pub(crate) async fn list_all_applications(
    app: &App,
    user_id: &str,
) -> Result<Vec<Application>, Failure> {
    list(app, user_id, true).await
}

async fn list(
    app: &App,
    user_id: &str,
    with_first_party: bool,
) -> Result<Vec<Application>, Failure> {
    let now = app.clock.now();
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut records = store::list_consents(&mut db, user_id, with_first_party).await?;
    records.extend(store::list_grants(&mut db, user_id, now, with_first_party).await?);
    Ok(merge_records(records))
}
