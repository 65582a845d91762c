//! Following users: what became of them, in order.

use foundation::Failure;
use foundation::database::page::{cut, one_more};

use super::store;
use super::user_change::UserChange;
use crate::app::App;

/// A page of what became of users.
#[derive(Clone, Copy, Debug)]
pub(super) struct UserChangesPage {
    /// The sequence after which it begins.
    pub(super) after: i64,
    /// How many items it has at most.
    pub(super) length: i64,
}

/// What became of users after a number, in the order in which it did, and whether there is more.
pub(super) async fn find_user_changes(
    app: &App,
    wanted: UserChangesPage,
) -> Result<(Vec<UserChange>, bool), Failure> {
    let mut reader = app.database.reader().await?;
    let (after, length) = (wanted.after, one_more(wanted.length));
    let found = store::user_changes(&mut reader.connection(), after, length).await?;
    Ok(cut(found, wanted.length))
}
