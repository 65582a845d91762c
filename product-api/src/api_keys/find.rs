//! Reads the keys of a website: one in the mode of the request by its id, or a list, which shows the owner both modes.

use super::api_key::{ApiKey, KeyState};
use super::key_scope::KeyScope;
use super::store;
use crate::app::App;
use crate::caller::Mode;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};
use crate::websites::SiteAccess;

/// One page of keys.
pub(super) struct KeyList {
    pub(super) items: Vec<ApiKey>,
    pub(super) next_cursor: Option<String>,
}

/// The parameters of a request for a page.
pub(super) struct KeyPageRequest {
    pub(super) limit: Option<i32>,
    pub(super) cursor: Option<String>,
    /// Only keys of this mode.
    pub(super) mode: Option<Mode>,
    /// Only keys in this state.
    pub(super) state: Option<KeyState>,
}

/// Returns one page of the keys that the caller sees, newest first, in all states unless one is selected.
pub(super) async fn page(
    app: &App,
    access: &SiteAccess,
    request: KeyPageRequest,
) -> Result<KeyList, Problem> {
    let limit = page_size(request.limit)?;
    let mode = access.seen_mode(request.mode)?;
    let filter = store::KeyFilter {
        scope: KeyScope {
            website_id: &access.website_id,
            mode,
        },
        state: request.state,
        now: app.clock.now(),
    };
    let (word, state) = (mode.map_or("both", Mode::word), filter.state_word());
    let list_name = format!("API keys of {} {word} {state}", access.website_id);
    let after = Cursor::open(&app.sealer, &list_name, request.cursor.as_deref())?;
    let items = {
        let mut reader = app.database.reader().await?;
        let length = foundation::database::page::one_more(limit);
        store::list(&mut reader.connection(), filter, after.as_ref(), length).await?
    };
    let (items, has_more) = foundation::database::page::cut(items, limit);
    let next_cursor = match items.last() {
        Some(last) if has_more => {
            let cursor = Cursor {
                at: last.created_at,
                id: last.id.clone(),
            };
            Some(cursor.seal(&app.sealer, &list_name)?)
        }
        Some(_) | None => None,
    };
    Ok(KeyList { items, next_cursor })
}

/// Returns a key that the caller sees; reports not found for any other.
pub(super) async fn find(app: &App, access: &SiteAccess, id: &str) -> Result<ApiKey, Problem> {
    let scope = KeyScope::from_access(access);
    let mut reader = app.database.reader().await?;
    let found = store::find(&mut reader.connection(), scope, id).await?;
    found.ok_or_else(|| Problem::not_found("API key"))
}
