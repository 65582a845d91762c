//! A session ends: its sites have to be told, which is decided with the commit that ends it.

use foundation::{Clock, Connection, Failure};

use super::logout::PATIENCE;
use super::store;
use crate::app::App;

/// How many sites have to be told once the caller has committed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use = "after the commit the outbox has to be woken"]
pub(crate) struct FallenDue(u64);

/// Puts the sites of a session into the outbox, in the transaction that ends it.
pub(crate) async fn fall_due(
    app: &App,
    db: &mut Connection<'_>,
    sid: &str,
) -> Result<FallenDue, Failure> {
    let now = app.clock.now();
    let fallen = store::fall_due(db, sid, now, now.plus(PATIENCE)).await?;
    Ok(FallenDue(fallen))
}

/// The same for all that a client was allowed, or that one user allowed it, in the transaction that ends it: the site may
/// have a session of its own that lives on it.
pub(crate) async fn fall_due_of_client(
    app: &App,
    db: &mut Connection<'_>,
    client_id: &str,
    user_id: Option<&str>,
) -> Result<FallenDue, Failure> {
    fall_due_of_client_by(&app.clock, db, client_id, user_id).await
}

/// The same where there is no idp yet that could be woken.
pub(crate) async fn fall_due_of_client_by(
    clock: &Clock,
    db: &mut Connection<'_>,
    client_id: &str,
    user_id: Option<&str>,
) -> Result<FallenDue, Failure> {
    let now = clock.now();
    let whose = (client_id, user_id);
    let fallen = store::fall_due_of_client(db, whose, now, now.plus(PATIENCE)).await?;
    Ok(FallenDue(fallen))
}

impl FallenDue {
    /// Both together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Wakes the outbox, after the commit. Should the process end before this, the next look finds them.
    pub(crate) fn wake(self, app: &App) {
        if self.0 > 0 {
            app.logouts_due.notify_one();
        }
    }
}
