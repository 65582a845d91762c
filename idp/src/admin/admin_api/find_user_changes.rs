//! Lists user changes for a client that follows them.

use foundation::Failure;
use foundation::database::page::{cut, one_more};

use super::store;
use super::user_change::UserChange;
use crate::app::App;

/// Query for a page of user changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct UserChangesQuery<'a> {
    /// The sequence after which the page starts.
    pub(super) after: i64,
    /// The id of the change with that sequence, if the client knows it.
    pub(super) after_id: Option<&'a str>,
    /// The maximum number of items of the page.
    pub(super) length: i64,
}

/// A page of user changes.
#[derive(Clone, Debug)]
pub(super) struct UserChangesPage {
    /// The changes, in the order of their sequences.
    pub(super) items: Vec<UserChange>,
    /// True if there are more.
    pub(super) is_more: bool,
    /// The id of the change after which the page starts.
    pub(super) after_id: Option<String>,
}

/// Returns the user changes after another; `None` if this database has no change with that sequence and id.
pub(super) async fn find_user_changes(
    app: &App,
    query: UserChangesQuery<'_>,
) -> Result<Option<UserChangesPage>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let (last, after_id) = store::find_change_id(&mut db, query.after).await?;
    let is_known = query
        .after_id
        .is_none_or(|id| after_id.as_deref() == Some(id));
    if query.after > last || !is_known {
        return Ok(None);
    }
    let found = store::user_changes(&mut db, query.after, one_more(query.length)).await?;
    let (items, is_more) = cut(found, query.length);
    Ok(Some(UserChangesPage {
        items,
        is_more,
        after_id,
    }))
}
