//! Scheduling of back-channel logouts in the transaction that ends a session.

use foundation::{Clock, Connection, Failure};

use super::logout::RETRY_PERIOD;
use super::store;
use crate::app::App;

/// Number of logouts that are due once the caller has committed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use = "after the commit the outbox has to be woken"]
pub(crate) struct DueLogouts(u64);

/// Schedules the logouts of a session, in the transaction that ends it.
pub(crate) async fn schedule_logouts(
    app: &App,
    db: &mut Connection<'_>,
    sid: &str,
) -> Result<DueLogouts, Failure> {
    let now = app.clock.now();
    let scheduled = store::schedule_logouts(db, sid, now, now.plus(RETRY_PERIOD)).await?;
    Ok(DueLogouts(scheduled))
}

/// Schedules logouts for all grants of a client, or for those of one user, in the transaction that ends them. The
/// client may have sessions of its own that depend on the grants.
pub(crate) async fn schedule_logouts_of_client(
    app: &App,
    db: &mut Connection<'_>,
    client_id: &str,
    user_id: Option<&str>,
) -> Result<DueLogouts, Failure> {
    schedule_logouts_of_client_with(&app.clock, db, client_id, user_id).await
}

/// Schedules logouts as [`schedule_logouts_of_client`] does, for commands without a running idp.
pub(crate) async fn schedule_logouts_of_client_with(
    clock: &Clock,
    db: &mut Connection<'_>,
    client_id: &str,
    user_id: Option<&str>,
) -> Result<DueLogouts, Failure> {
    let now = clock.now();
    let ends_at = now.plus(RETRY_PERIOD);
    let scheduled = store::schedule_logouts_of_client(db, client_id, user_id, now, ends_at).await?;
    Ok(DueLogouts(scheduled))
}

impl DueLogouts {
    /// Returns the sum.
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Notifies the delivery task after the commit. If the process ends before that, the next query finds the logouts.
    pub(crate) fn wake(self, app: &App) {
        if self.0 > 0 {
            app.logouts_due.notify_one();
        }
    }
}
