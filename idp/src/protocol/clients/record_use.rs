//! Records the use of clients that registered themselves, so that used clients are not swept as idle.

use std::time::Duration;

use foundation::Failure;

use super::client::Client;
use super::store;
use crate::app::App;

/// Minimum time between two records of a client's use; the last use may be this much later than its record.
pub(super) const UPDATE_INTERVAL: Duration = Duration::from_hours(1);

/// Records a use, at most once an hour. A failure is only logged, because it must not fail the request.
pub(crate) async fn note_use(app: &App, client: &Client) {
    let now = app.clock.now();
    let is_due = client
        .last_used_at
        .is_none_or(|at| at <= now.minus(UPDATE_INTERVAL));
    if !client.is_self_registered() || !is_due {
        return;
    }
    let stored: Result<(), Failure> = async {
        let mut transaction = app.database.begin().await?;
        store::note_use(&mut transaction.connection(), &client.id, now).await?;
        transaction.commit().await
    }
    .await;
    if let Err(failure) = stored {
        tracing::warn!(%failure, "a client's use was not noted");
    }
    app.clients.forget(&client.id).await;
}
