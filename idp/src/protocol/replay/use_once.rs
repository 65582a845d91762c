//! Single use of an id, also among concurrent requests on several replicas.

use foundation::{Failure, Timestamp};

use super::store;
use crate::app::App;

/// Uses an id, given as a purpose-bound digest; false if it was used before.
pub(crate) async fn use_once(
    app: &App,
    digest: &str,
    kept_until: Timestamp,
) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let is_first = store::insert(&mut transaction.connection(), digest, kept_until).await?;
    if is_first {
        transaction.commit().await?;
    }
    Ok(is_first)
}
