//! Listing of initial access tokens by pages, the newest first.

use foundation::database::page::{cut, one_more};
use foundation::{Failure, Timestamp};

use super::initial_token::InitialToken;
use super::store::{self, TokenPosition};
use crate::app::App;

/// Returns a page of the usable tokens, and whether there are more.
pub(crate) async fn list_tokens(
    app: &App,
    before: Option<(Timestamp, String)>,
    length: i64,
) -> Result<(Vec<InitialToken>, bool), Failure> {
    let (created_at, id) = before.unwrap_or((Timestamp::from_micros(i64::MAX), String::new()));
    let before = TokenPosition {
        created_at,
        id: &id,
    };
    let mut reader = app.database.reader().await?;
    let (db, now) = (&mut reader.connection(), app.clock.now());
    let found = store::list(db, before, now, one_more(length)).await?;
    Ok(cut(found, length))
}
