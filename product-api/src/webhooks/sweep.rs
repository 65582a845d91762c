//! Deletes deliveries and events of more than thirty days, and previous secrets that have expired.

use std::time::Duration;

use foundation::Failure;

use super::store::{events, logs, secrets};
use crate::app::App;

/// Retention time of events and deliveries.
const RETENTION: Duration = Duration::from_hours(30 * 24);

/// Deletes expired rows; returns their number.
pub(crate) async fn sweep(app: &App) -> Result<u64, Failure> {
    let (now, stopping) = (app.clock.now(), app.background.stopping());
    let before = now.minus(RETENTION);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let secrets = secrets::forget_previous(&mut db, now).await?;
    events::sweep_to(&mut db, before).await?;
    transaction.commit().await?;
    let deliveries = app.database.sweep(logs::OLD, before, &stopping).await?;
    let events = app.database.sweep(events::OLD, before, &stopping).await?;
    Ok(secrets + deliveries + events)
}
