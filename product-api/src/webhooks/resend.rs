//! Sends events again: one event, or all of a time range that an endpoint receives, including those never sent to it.

use foundation::{Connection, Failure, Timestamp};

use super::change::find;
use super::event::{WebhookEvent, key_of};
use super::log::find_delivery;
use super::store::logs::{self, Delivery, EventRange};
use super::store::{events, queues, secrets};
use crate::app::App;
use crate::credits;
use crate::problem::{FieldError, Problem};
use crate::schema::Cursor;
use crate::websites::SiteAccess;

/// Maximum number of events of one request.
const MAX_RESENT: i64 = 500;
/// Maximum number of events read by one request; the endpoint may receive only a few of them.
const MAX_SCANNED: i64 = 20_000;

/// A time range: `from` is included, `to` is excluded.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub(super) from: Timestamp,
    pub(super) to: Timestamp,
    /// The position at which the previous request stopped.
    pub(super) cursor: Option<String>,
}

/// The number of queued events, and the position of the rest.
#[derive(Clone, Debug)]
pub(super) struct ResendResult {
    pub(super) count: usize,
    pub(super) next_cursor: Option<String>,
}

/// Locks the endpoint; refuses one that is not active, because no delivery may wait for it.
pub(super) async fn lock(db: &mut Connection<'_>, endpoint_id: &str) -> Result<(), Problem> {
    if secrets::lock(db, endpoint_id).await?.is_some() {
        return Ok(());
    }
    let detail = "Must be of an endpoint that is active; switch it on first.";
    Err(Problem::invalid(&[FieldError::parameter("id", detail)]))
}

/// Queues one event again, in any state of its delivery.
pub(super) async fn resend(
    app: &App,
    access: &SiteAccess,
    endpoint_id: &str,
    event_id: &str,
) -> Result<(Delivery, Option<WebhookEvent>), Problem> {
    let endpoint = find(app, access, endpoint_id).await?;
    let absent = || Problem::not_found("delivery");
    let key = key_of(event_id).ok_or_else(absent)?;
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    lock(&mut db, &endpoint.id).await?;
    let queue = logs::again(&mut db, &endpoint.id, key, now).await?;
    let queue = queue.ok_or_else(absent)?;
    events::name(&mut db, &[key]).await?;
    queues::release(&mut db, vec![queue], now).await?;
    transaction.commit().await?;
    find_delivery(app, access, endpoint_id, event_id).await
}

/// Queues the events of a time range, oldest first, some hundreds a request.
pub(super) async fn resend_range(
    app: &App,
    access: &SiteAccess,
    endpoint_id: &str,
    range: Range,
) -> Result<ResendResult, Problem> {
    let endpoint = find(app, access, endpoint_id).await?;
    if range.to <= range.from {
        let detail = "Must be later than from.";
        return Err(Problem::invalid(&[FieldError::body("/to", detail)]));
    }
    let list = format!("events for {}", endpoint.id);
    let cursor = Cursor::open(&app.sealer, &list, range.cursor.as_deref()).map_err(|_wrong| {
        let detail = "Must be the next_cursor of a call for this endpoint.";
        Problem::invalid(&[FieldError::body("/cursor", detail)])
    })?;
    let first = Cursor {
        at: range.from,
        id: "0".to_owned(),
    };
    let wanted = EventRange {
        book_id: credits::open_site_book(app, endpoint.scope()).await?,
        types: &endpoint.events.join(" "),
        after: cursor.unwrap_or(first),
        before: range.to,
    };
    let (events, rest) = found(app, &wanted).await?;
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    lock(&mut db, &endpoint.id).await?;
    let queued = logs::range_again(&mut db, &endpoint.id, &events, now).await?;
    events::name(&mut db, &events).await?;
    let count = queued.len();
    queues::release(&mut db, queued, now).await?;
    transaction.commit().await?;
    let next_cursor = rest.map(|rest| rest.seal(&app.sealer, &list)).transpose()?;
    Ok(ResendResult { count, next_cursor })
}

/// Returns the events of one request, and the position of the next one if the range may have more. Runs before the first
/// write: no other transaction waits for it.
async fn found(app: &App, wanted: &EventRange<'_>) -> Result<(Vec<i64>, Option<Cursor>), Failure> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let events = logs::range(&mut db, wanted, MAX_RESENT, MAX_SCANNED).await?;
    let is_full = i64::try_from(events.len()).unwrap_or(i64::MAX) >= MAX_RESENT;
    let last = match events.last() {
        Some(last) if is_full => Some(*last),
        Some(_) | None => logs::range_ends(&mut db, wanted, MAX_SCANNED).await?,
    };
    let cursor = last.map(|(id, at)| Cursor {
        at: Timestamp::from_micros(at),
        id: id.to_string(),
    });
    Ok((events.into_iter().map(|(id, _)| id).collect(), cursor))
}
