//! Prunes stored responses after a week. Keys of transactions stay for ever, keys of refusals for ninety days.

use std::time::Duration;

use foundation::Failure;

use super::store;
use crate::app::App;

/// Retention of a refusal's key, so that a late duplicate cannot be executed.
const REFUSAL_RETENTION: Duration = Duration::from_hours(90 * 24);
/// Number of rows in one transaction, so that no other writer waits for long.
const BATCH_SIZE: i64 = 500;

/// Prunes until nothing is left to prune, and returns the number of responses and keys.
pub(crate) async fn prune(app: &App) -> Result<u64, Failure> {
    let now = app.clock.now();
    let mut pruned = 0;
    loop {
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        let responses = store::prune(&mut db, now, REFUSAL_RETENTION, BATCH_SIZE).await?;
        let keys = store::forget(&mut db, now, BATCH_SIZE).await?;
        transaction.commit().await?;
        pruned += responses + keys;
        if responses + keys == 0 {
            return Ok(pruned);
        }
    }
}
