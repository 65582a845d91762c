//! Reads events from Stripe for connections without a webhook endpoint, so that an installation behind a firewall sells, too.

use std::sync::Arc;
use std::time::Duration;

use foundation::{Failure, Timestamp};
use futures_util::future::try_join_all;

use super::delivered_event::DeliveredEvent;
use super::event_types::kind_of;
use super::receive::record_event;
use super::received_event::EventSource;
use super::store::polls::{self, ClaimedPoll};
use crate::app::App;
use crate::billing::connections::{
    StripeConnection, find_connection, note_error, open_account, set_poll_cursor,
};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::{PageQuery, Priority, StripeAccount, StripeEvent};

/// Maximum number of connections whose reading a server starts at a time.
const MAX_CONNECTIONS: i64 = 16;
/// Maximum number of pages of one reading; the next reading continues.
const MAX_PAGES: usize = 20;
/// Duration of a claim: longer than a reading may take.
const LEASE: Duration = Duration::from_mins(5);
/// Maximum time of a reading.
const MAX_TIME: Duration = Duration::from_mins(4);
/// Time before the last complete reading from which events are read again if the cursor is lost; their ids are known.
const OVERLAP: Duration = Duration::from_mins(5);

/// Starts to read the events of each connection that is due. A slow account delays no other one.
pub(super) async fn start_due(app: &Arc<App>) -> Result<(), Failure> {
    for connection_id in due(app).await? {
        let reading = Arc::clone(app);
        app.background.start("reading events of Stripe", async move {
            if let Err(failure) = poll(&reading, &connection_id).await {
                tracing::warn!(connection = connection_id, %failure, "events of Stripe were not read");
            }
        });
    }
    Ok(())
}

/// Reads the events of each connection that is due, one after the other.
pub(super) async fn poll_due(app: &App) -> Result<(), Failure> {
    for connection_id in due(app).await? {
        poll(app, &connection_id).await?;
    }
    Ok(())
}

async fn due(app: &App) -> Result<Vec<String>, Failure> {
    let mut reader = app.database.reader().await?;
    polls::due(&mut reader.connection(), app.clock.now(), MAX_CONNECTIONS).await
}

/// Reads the new events of a connection, unless another server reads them.
async fn poll(app: &App, connection_id: &str) -> Result<(), Failure> {
    let started_at = app.clock.now();
    let Some((connection, claimed)) = claim(app, connection_id, started_at).await? else {
        return Ok(());
    };
    let reading = tokio::time::timeout(MAX_TIME, read(app, &connection, claimed)).await;
    let is_complete = match reading {
        Ok(Ok(is_complete)) => is_complete,
        Ok(Err(ApplyError::Stripe(error))) => {
            note_error(app, connection_id, &error).await?;
            false
        }
        Ok(Err(ApplyError::Failure(failure))) => return Err(failure),
        Err(_elapsed) => false,
    };
    let now = app.clock.now();
    let pause = Duration::from_secs(u64::from(app.config.stripe.poll_seconds));
    let read_until = is_complete.then_some(started_at);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    polls::finish(&mut db, connection_id, read_until, now.plus(pause), now).await?;
    transaction.commit().await
}

async fn claim(
    app: &App,
    connection_id: &str,
    now: Timestamp,
) -> Result<Option<(StripeConnection, ClaimedPoll)>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let claimed = polls::claim(&mut db, connection_id, now, now.plus(LEASE)).await?;
    let connection = find_connection(&mut db, connection_id).await?;
    transaction.commit().await?;
    let connection = connection.filter(|connection| connection.state.is_usable());
    Ok(connection.zip(claimed))
}

/// Reads pages until the newest event; true if it was reached.
async fn read(
    app: &App,
    connection: &StripeConnection,
    claimed: ClaimedPoll,
) -> Result<bool, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    let reader = EventReader {
        app,
        connection,
        account,
    };
    if let Some(cursor) = &connection.poll_cursor {
        match reader.read_after(cursor.clone()).await {
            // Events are kept for 30 days: the one of the cursor is gone after a longer outage.
            Err(ApplyError::Stripe(error)) if error.is_missing() => {}
            read => return read,
        }
    }
    let from = claimed.read_until.unwrap_or(connection.created_at);
    reader.read_from(from.minus(OVERLAP)).await
}

/// Reads one page of the newest events of a connection: those that its endpoint did not get are recorded.
pub(crate) async fn read_newest_events(
    app: &App,
    connection: &StripeConnection,
) -> Result<(), ApplyError> {
    let reader = EventReader {
        app,
        connection,
        account: open_account(app, connection, Priority::Reconcile)?,
    };
    let query = PageQuery {
        created_from: Some(connection.created_at.seconds()),
        ..PageQuery::default()
    };
    let page = reader.account.list_events(&query).await?;
    Ok(reader.record(&page.data).await?)
}

struct EventReader<'a> {
    app: &'a App,
    connection: &'a StripeConnection,
    account: StripeAccount<'a>,
}

impl EventReader<'_> {
    /// Reads the events after the one of a cursor, oldest first.
    async fn read_after(&self, mut cursor: String) -> Result<bool, ApplyError> {
        for _page in 0..MAX_PAGES {
            let page = self.account.list_events_after(&cursor).await?;
            self.record(&page.data).await?;
            let Some(last) = page.data.last() else {
                return Ok(true);
            };
            cursor.clone_from(&last.id);
            self.move_to(&cursor).await?;
            if !page.has_more {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads the events since a time, newest first. Only a complete reading moves the cursor.
    async fn read_from(&self, from: Timestamp) -> Result<bool, ApplyError> {
        let (mut newest, mut last): (Option<String>, Option<String>) = (None, None);
        loop {
            let query = PageQuery {
                starting_after: last.as_deref(),
                created_from: Some(from.seconds()),
                ..PageQuery::default()
            };
            let page = self.account.list_events(&query).await?;
            self.record(&page.data).await?;
            newest = newest.or_else(|| page.data.first().map(|event| event.id.clone()));
            last = page.data.last().map(|event| event.id.clone());
            if last.is_none() || !page.has_more {
                break;
            }
        }
        if let Some(newest) = newest {
            self.move_to(&newest).await?;
        }
        Ok(true)
    }

    /// Records the events that mark objects. Others are left out: an account has many, and no endpoint would receive them.
    async fn record(&self, events: &[StripeEvent]) -> Result<(), Failure> {
        let marking = events
            .iter()
            .filter(|event| kind_of(event.plain_type()).is_some())
            .filter_map(DeliveredEvent::from_stripe);
        let recording =
            marking.map(|event| record_event(self.app, self.connection, event, EventSource::Poll));
        try_join_all(recording).await.map(drop)
    }

    async fn move_to(&self, cursor: &str) -> Result<(), Failure> {
        let mut transaction = self.app.database.begin().await?;
        let mut db = transaction.connection();
        set_poll_cursor(&mut db, &self.connection.id, cursor).await?;
        transaction.commit().await
    }
}
