//! Reads the number and age of waiting events and deliveries.

use foundation::Failure;
use foundation::telemetry::Backlog;

use super::store::{deliveries, events};
use crate::app::App;

/// Reads the backlog of events that wait for their deliveries, and of deliveries that wait to be sent.
pub(crate) async fn read_backlogs(app: &App) -> Result<(Backlog, Backlog), Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let events = Backlog::read(&mut db, events::COUNT).await?;
    Ok((events, Backlog::read(&mut db, deliveries::COUNT).await?))
}
