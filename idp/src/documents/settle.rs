//! Keeping a client that was only met so far: something of a person's is to hang on its row.

use std::time::Duration;

use foundation::{Connection, Failure, Timestamp};

use super::fetch::write_down;
use super::store;
use crate::app::App;
use crate::clients::{self, Client};

/// How long a client is kept at least after it last asked for something that waits, if no tokens come of it; longer than
/// anything waits.
const UNUSED_LIFE: Duration = Duration::from_hours(1);

/// Who wants a client to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// A person who allowed it something.
    Person,
    /// The client alone, for a request of its own that waits.
    Itself,
}

/// Keeps a client that is its own document, in the caller's transaction, if it is not kept yet. For the client's own sake
/// that is for an hour or two: it counts as used as long ago as makes the sweep take it then, unless it gets tokens or
/// asks again. The trail tells, once, of those whom a person allowed something.
pub(crate) async fn settle(
    app: &App,
    db: &mut Connection<'_>,
    client: &Client,
    by: By,
) -> Result<(), Failure> {
    if !client.is_its_own_document() || is_in_use(client) {
        return Ok(());
    }
    let now = app.clock.now();
    let is_new = client.last_used_at.is_none() && insert(app, db, client, (by, now)).await?;
    match by {
        By::Itself if is_new => Ok(()),
        By::Itself => clients::store::prolong(db, &client.id, unused_since(app, now)).await,
        By::Person if is_new || clients::store::note_first_use(db, &client.id, now).await? => {
            write_down(app, db, &client.id, true).await
        }
        By::Person => Ok(()),
    }
}

/// When a client was last used, as far as the sweep is concerned, that nobody uses and that waits for somebody now.
fn unused_since(app: &App, now: Timestamp) -> Timestamp {
    now.plus(UNUSED_LIFE).minus(app.config.clients.idle_life)
}

/// Whether a person allowed it something, or it got tokens.
fn is_in_use(client: &Client) -> bool {
    client
        .last_used_at
        .is_some_and(|at| at >= client.created_at)
}

async fn insert(
    app: &App,
    db: &mut Connection<'_>,
    client: &Client,
    (by, now): (By, Timestamp),
) -> Result<bool, Failure> {
    let used_at = match by {
        By::Person => now,
        By::Itself => unused_since(app, now),
    };
    let kept = Client {
        last_used_at: Some(used_at),
        ..client.clone()
    };
    let is_new = clients::store::insert(db, &kept).await?;
    if is_new {
        let met = app.clients.met(&client.id).await;
        let fresh_until = met.map_or(now, |met| met.fresh_until);
        store::put(db, &client.id, now, fresh_until).await?;
    }
    Ok(is_new)
}

/// Keeps a client for its own sake, in a transaction of its own.
pub(crate) async fn settle_itself(app: &App, client: &Client) -> Result<(), Failure> {
    if !client.is_its_own_document() || is_in_use(client) {
        return Ok(());
    }
    let mut transaction = app.database.begin().await?;
    settle(app, &mut transaction.connection(), client, By::Itself).await?;
    transaction.commit().await
}
