//! Reads the log of deliveries.

use foundation::Timestamp;

use super::change::find;
use super::event::{WebhookEvent, key_of};
use super::store::events;
use super::store::logs::{self, Delivery};
use crate::app::App;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};
use crate::websites::SiteAccess;

/// The parameters of a request for a page.
#[derive(Clone, Debug, Default)]
pub(super) struct DeliveryPageRequest {
    pub(super) limit: Option<i32>,
    pub(super) cursor: Option<String>,
    /// Only deliveries in this state; all if empty.
    pub(super) state: &'static str,
}

/// One page of deliveries, newest events first.
#[derive(Clone, Debug)]
pub(super) struct DeliveryPage {
    pub(super) items: Vec<Delivery>,
    pub(super) next_cursor: Option<String>,
}

/// Returns one page of an endpoint's deliveries.
pub(super) async fn page(
    app: &App,
    access: &SiteAccess,
    endpoint_id: &str,
    request: DeliveryPageRequest,
) -> Result<DeliveryPage, Problem> {
    let limit = page_size(request.limit)?;
    let endpoint = find(app, access, endpoint_id).await?;
    let name = format!("deliveries of {} {}", endpoint.id, request.state);
    let after = Cursor::open(&app.sealer, &name, request.cursor.as_deref())?;
    let mut items = {
        let mut reader = app.database.reader().await?;
        // One item more than requested shows if there is a next page.
        logs::page(
            &mut reader.connection(),
            &endpoint.id,
            request.state,
            after.as_ref(),
            limit + 1,
        )
        .await?
    };
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = items.len() > length;
    items.truncate(length);
    let next_cursor = match items.last() {
        Some(last) if has_more => Some(cursor_after(last).seal(&app.sealer, &name)?),
        Some(_) | None => None,
    };
    Ok(DeliveryPage { items, next_cursor })
}

fn cursor_after(delivery: &Delivery) -> Cursor {
    Cursor {
        at: Timestamp::from_micros(delivery.created_at),
        id: delivery.event_id.to_string(),
    }
}

/// Returns a delivery with its event; reports not found for an event that was never queued for this endpoint.
pub(super) async fn find_delivery(
    app: &App,
    access: &SiteAccess,
    endpoint_id: &str,
    event_id: &str,
) -> Result<(Delivery, Option<WebhookEvent>), Problem> {
    let absent = || Problem::not_found("delivery");
    let endpoint = find(app, access, endpoint_id).await?;
    let event_id = key_of(event_id).ok_or_else(absent)?;
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let delivery = logs::find(&mut db, &endpoint.id, event_id).await?;
    let delivery = delivery.ok_or_else(absent)?;
    let event = events::read(&mut db, &[event_id]).await?.pop();
    Ok((delivery, event))
}
