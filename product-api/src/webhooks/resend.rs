//! Sending again: one event, or all of a time range that an endpoint hears, also those it was never sent.

use foundation::Timestamp;

use super::change::find;
use super::endpoint_of_site::{Status, WebhookEndpoint};
use super::event::{Event, key_of};
use super::log::look;
use super::store::logs::{self, Delivery};
use crate::app::App;
use crate::credits;
use crate::problem::{FieldError, Problem};
use crate::schema::Cursor;
use crate::websites::SiteAccess;

/// The most events of one call.
const AT_ONCE: i64 = 500;

/// A time range: from its first instant to before its last.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub(super) from: Timestamp,
    pub(super) to: Timestamp,
    /// Where the call before has stopped.
    pub(super) cursor: Option<String>,
}

/// How many events were queued, and where the rest begins.
#[derive(Clone, Debug)]
pub(super) struct Queued {
    pub(super) count: usize,
    pub(super) next_cursor: Option<String>,
}

fn only_active(endpoint: &WebhookEndpoint) -> Result<(), Problem> {
    if endpoint.status == Status::Active {
        return Ok(());
    }
    let detail = "Must be of an endpoint that is active; switch it on first.";
    Err(Problem::invalid(&[FieldError::parameter("id", detail)]))
}

/// Sends one event again, whatever became of it.
pub(super) async fn resend(
    app: &App,
    access: &SiteAccess,
    (endpoint_id, event_id): (&str, &str),
) -> Result<(Delivery, Option<Event>), Problem> {
    let endpoint = find(app, access, endpoint_id).await?;
    let absent = || Problem::not_found("delivery");
    let key = key_of(event_id).ok_or_else(absent)?;
    only_active(&endpoint)?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !logs::again(&mut db, &endpoint.id, key, app.clock.now()).await? {
        return Err(absent());
    }
    transaction.commit().await?;
    look(app, access, (endpoint_id, event_id)).await
}

/// Sends the events of a time range, oldest first, some hundreds a call.
pub(super) async fn resend_range(
    app: &App,
    access: &SiteAccess,
    endpoint_id: &str,
    range: Range,
) -> Result<Queued, Problem> {
    let endpoint = find(app, access, endpoint_id).await?;
    if range.to <= range.from {
        let detail = "Must be later than from.";
        return Err(Problem::invalid(&[FieldError::body("/to", detail)]));
    }
    only_active(&endpoint)?;
    let list = format!("events for {}", endpoint.id);
    let cursor = Cursor::open(&app.sealer, &list, range.cursor.as_deref())?;
    let first = Cursor {
        at: range.from,
        id: "0".to_owned(),
    };
    let after = cursor.unwrap_or(first);
    let book_id = credits::book_of(app, (endpoint.website_id.as_str(), endpoint.mode)).await?;
    let types = endpoint.events.join(" ");
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let which = (book_id, types.as_str());
    let events = logs::range(&mut db, which, (&after, range.to), AT_ONCE).await?;
    for (event_id, _) in &events {
        logs::range_again(&mut db, &endpoint.id, *event_id, app.clock.now()).await?;
    }
    transaction.commit().await?;
    let is_full = i64::try_from(events.len()).unwrap_or(i64::MAX) >= AT_ONCE;
    let next_cursor = match events.last() {
        Some((id, at)) if is_full => {
            let at = Timestamp::from_micros(*at);
            let id = id.to_string();
            Some(Cursor { at, id }.seal(&app.sealer, &list)?)
        }
        Some(_) | None => None,
    };
    Ok(Queued {
        count: events.len(),
        next_cursor,
    })
}
