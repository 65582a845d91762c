//! Finds webhook deliveries of all websites.

use foundation::Timestamp;

use super::store::deliveries;
use crate::app::App;
use crate::problem::{FieldError, Problem};
use crate::schema::{Cursor, PageParams, page_size};

/// The states in the query; empty means all.
const STATES: [&str; 4] = ["", "waiting", "delivered", "failed"];

/// A delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OperatorDelivery {
    pub(super) id: String,
    pub(super) event_id: i64,
    pub(super) endpoint_id: String,
    pub(super) website_id: String,
    pub(super) mode: String,
    pub(super) url: String,
    pub(super) kind: String,
    pub(super) state: String,
    pub(super) attempts: i64,
    pub(super) last_at: Option<Timestamp>,
    pub(super) last_status: Option<i16>,
    pub(super) last_error: Option<String>,
    pub(super) created_at: Timestamp,
}

/// Returns a page of deliveries, newest first, and the cursor of the next page.
pub(super) async fn find_deliveries(
    app: &App,
    state: &str,
    page: PageParams<'_>,
) -> Result<(Vec<OperatorDelivery>, Option<String>), Problem> {
    if !STATES.contains(&state) {
        let detail = "Must be `waiting`, `delivered` or `failed`.";
        return Err(Problem::invalid(&[FieldError::parameter("state", detail)]));
    }
    let limit = page_size(page.limit)?;
    let list = format!("all deliveries {state}");
    let cursor = Cursor::open(&app.sealer, &list, page.cursor)?;
    let before = cursor.unwrap_or_else(Cursor::newest);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut sent = deliveries::page(&mut db, state, &before, limit + 1).await?;
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = sent.len() > length;
    sent.truncate(length);
    let next = sent.last().filter(|_| has_more).map(|last| Cursor {
        at: last.created_at,
        id: last.id.clone(),
    });
    let next = next.map(|cursor| cursor.seal(&app.sealer, &list));
    Ok((sent, next.transpose()?))
}
