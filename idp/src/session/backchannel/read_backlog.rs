//! Reading the number of waiting logouts, and the time of the oldest.

use foundation::Failure;
use foundation::telemetry::Backlog;

use super::logout::RETRY_PERIOD;
use super::store;
use crate::app::App;

/// Reads the backlog of logouts.
pub(crate) async fn read_backlog(app: &App) -> Result<Backlog, Failure> {
    let mut reader = app.database.reader().await?;
    let (size, ends_at) = store::count(&mut reader.connection()).await?;
    // A logout expires a fixed time after its session ended.
    let oldest_at = ends_at.map(|ends_at| ends_at.minus(RETRY_PERIOD));
    Ok(Backlog { size, oldest_at })
}
