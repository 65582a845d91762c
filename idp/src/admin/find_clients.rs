//! Listing clients: a page at a time, the newest first.

use foundation::{Failure, Timestamp};

use super::store::{self, ListedClient};
use crate::app::App;

/// A page of clients, the newest first, and whether there are more.
pub(super) async fn find_clients(
    app: &App,
    before: Option<(Timestamp, String)>,
    length: i64,
) -> Result<(Vec<ListedClient>, bool), Failure> {
    let (at, id) = before.unwrap_or((Timestamp::from_micros(i64::MAX), String::new()));
    let mut reader = app.database.reader().await?;
    let mut found = store::clients(
        &mut reader.connection(),
        (at, &id),
        length.saturating_add(1),
    )
    .await?;
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let is_more = found.len() > length;
    found.truncate(length);
    Ok((found, is_more))
}
