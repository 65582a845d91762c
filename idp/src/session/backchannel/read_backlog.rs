//! Reading the number of waiting logouts, and the time of the oldest.

use foundation::Failure;
use foundation::telemetry::Backlog;

use super::logout::RETRY_PERIOD;
use super::store;
use crate::app::App;

/// Reads the backlog of logouts.
pub(crate) async fn read_backlog(app: &App) -> Result<Backlog, Failure> {
    let mut reader = app.database.reader().await?;
    let mut backlog = Backlog::read(&mut reader.connection(), store::COUNT).await?;
    // A logout expires a fixed time after its session ended.
    backlog.oldest_at = backlog.oldest_at.map(|ends_at| ends_at.minus(RETRY_PERIOD));
    Ok(backlog)
}
