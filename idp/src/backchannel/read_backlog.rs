//! Reading how many sites wait to hear of a session's end, and for how long.

use foundation::Failure;
use foundation::telemetry::Backlog;

use super::logout::PATIENCE;
use super::store;
use crate::app::App;

/// Reads the logouts that wait.
pub(crate) async fn read_backlog(app: &App) -> Result<Backlog, Failure> {
    let mut reader = app.database.reader().await?;
    let (size, ends_at) = store::count(&mut reader.connection()).await?;
    // A logout is of no use any more a fixed time after its session ended.
    let oldest_at = ends_at.map(|ends_at| ends_at.minus(PATIENCE));
    Ok(Backlog { size, oldest_at })
}
