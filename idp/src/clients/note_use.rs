//! Noting that a client that registered itself is used, so that it does not count as idle.

use std::time::Duration;

use foundation::Failure;

use super::client::Client;
use super::store;
use crate::app::App;

/// A use is noted once in this time; the last one may be so much younger than its note says.
pub(super) const NOTED_EVERY: Duration = Duration::from_hours(1);

/// Notes a use, once an hour. Nobody fails by it.
pub(crate) async fn note_use(app: &App, client: &Client) {
    let now = app.clock.now();
    let is_due = client
        .last_used_at
        .is_none_or(|at| at <= now.minus(NOTED_EVERY));
    if !client.is_of_its_own_word() || !is_due {
        return;
    }
    let noted: Result<(), Failure> = async {
        let mut transaction = app.database.begin().await?;
        store::note_use(&mut transaction.connection(), &client.id, now).await?;
        transaction.commit().await
    }
    .await;
    if let Err(failure) = noted {
        tracing::warn!(%failure, "a client's use was not noted");
    }
    app.clients.forget(&client.id).await;
}
