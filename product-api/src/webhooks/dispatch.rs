//! Handing events that wait to the endpoints of their website, as deliveries.

use foundation::Failure;

use super::store::events;
use crate::app::App;

/// Hands out what waits, some hundreds at a time, until nothing does.
pub(super) async fn dispatch(app: &App) -> Result<(), Failure> {
    let stopping = app.background.stopping();
    while !stopping.is_cancelled() {
        let is_waiting = {
            let mut reader = app.database.reader().await?;
            events::is_waiting(&mut reader.connection()).await?
        };
        if !is_waiting {
            break;
        }
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        let taken = events::take_waiting(&mut db).await?;
        events::hand_out(&mut db, &taken).await?;
        transaction.commit().await?;
    }
    Ok(())
}
