//! Using an id: of all who try at any time, on whatever server, one does.

use foundation::{Failure, Timestamp};

use super::store;
use crate::app::App;

/// Uses an id that is kept as a digest for its purpose; false when it was used before.
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
