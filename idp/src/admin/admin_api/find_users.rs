//! Reads users: one by id or email address, or a page of them.

use foundation::database::page::{cut, one_more};
use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::identity::users::store::UserPosition;
use crate::identity::users::{User, store};
use crate::sign_in::account_deletion;
use foundation::EmailAddress;

/// Query for a page of users.
#[derive(Clone, Copy, Debug)]
pub(super) struct UsersQuery<'a> {
    /// Selects only the user with this email address.
    pub(super) email: Option<&'a str>,
    /// Selects only users whose email address or name starts with this text.
    pub(super) search: Option<&'a str>,
    /// Selects only users who were created before this one.
    pub(super) before: Option<(Timestamp, &'a str)>,
    /// The maximum number of users.
    pub(super) length: i64,
}

/// Returns the user of an id, unless the user was deleted.
pub(super) async fn find_user(app: &App, user_id: &str) -> Result<Option<User>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    if account_deletion::store::is_deleted(&mut db, user_id).await? {
        return Ok(None);
    }
    store::find(&mut db, user_id).await
}

/// Returns a page of users, the newest first, and whether there are more.
pub(super) async fn find_users(
    app: &App,
    query: UsersQuery<'_>,
) -> Result<(Vec<User>, bool), Failure> {
    let mut reader = app.database.reader().await?;
    let db = &mut reader.connection();
    if let Some(typed) = query.email {
        // Finds no user by a text that is not an email address.
        let found = match EmailAddress::parse(typed) {
            Ok(address) => store::find_by_email(db, address.as_str()).await?,
            Err(_) => None,
        };
        return Ok((found.into_iter().collect(), false));
    }
    let (created_at, id) = query
        .before
        .unwrap_or((Timestamp::from_micros(i64::MAX), ""));
    let before = UserPosition { created_at, id };
    let length = one_more(query.length);
    let users = match query.search {
        Some(begins) => store::search(db, before, begins, length).await?,
        None => store::list(db, before, length).await?,
    };
    Ok(cut(users, query.length))
}
