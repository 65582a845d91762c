//! Listing initial access tokens: a page at a time, the newest first.

use foundation::{Failure, Timestamp};

use super::initial_token::InitialToken;
use super::store;
use crate::app::App;

/// A page of the tokens that can still be used, and whether there are more.
pub(crate) async fn list_tokens(
    app: &App,
    before: Option<(Timestamp, String)>,
    length: i64,
) -> Result<(Vec<InitialToken>, bool), Failure> {
    let (at, id) = before.unwrap_or((Timestamp::from_micros(i64::MAX), String::new()));
    let mut reader = app.database.reader().await?;
    let mut found = store::list(
        &mut reader.connection(),
        (at, &id),
        app.clock.now(),
        length.saturating_add(1),
    )
    .await?;
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let is_more = found.len() > length;
    found.truncate(length);
    Ok((found, is_more))
}
