//! Lists clients page by page, the newest first.

use foundation::database::page::{cut, one_more};
use foundation::{Failure, Timestamp};

use super::store::{self, ListedClient};
use crate::app::App;

/// Returns a page of clients, the newest first, and whether there are more.
pub(super) async fn find_clients(
    app: &App,
    before: Option<(Timestamp, String)>,
    length: i64,
) -> Result<(Vec<ListedClient>, bool), Failure> {
    let (at, id) = before.unwrap_or((Timestamp::from_micros(i64::MAX), String::new()));
    let mut reader = app.database.reader().await?;
    let found = store::clients(&mut reader.connection(), at, &id, one_more(length)).await?;
    Ok(cut(found, length))
}
