//! Sweeping registrations that were begun and never finished: first the client at the idp, then the row.

use std::time::Duration;

use foundation::Failure;

use super::store;
use crate::app::App;

/// A registration takes seconds; one of this age will not be finished.
const STALE_AFTER: Duration = Duration::from_mins(10);

/// Takes stale registrations away; how many. Stops at the first that the idp does not let go, and comes back to it.
pub(crate) async fn sweep(app: &App) -> Result<usize, Failure> {
    let before = app.clock.now().minus(STALE_AFTER);
    let stale = {
        let mut reader = app.database.reader().await?;
        store::stale(&mut reader.connection(), before).await?
    };
    let mut swept = 0;
    for website in stale {
        app.registrar.delete(&website.client_id).await?;
        let mut transaction = app.database.begin().await?;
        store::delete_stale(&mut transaction.connection(), &website.id).await?;
        transaction.commit().await?;
        swept += 1;
    }
    Ok(swept)
}
