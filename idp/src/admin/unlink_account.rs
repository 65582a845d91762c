//! Unlinking a provider's identity from a person, for whoever looks after people.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::merges::has_way_in;
use crate::sessions;
use crate::users::{self, Account};

/// What became of it.
pub(super) enum Unlinked {
    /// It is gone, and its person is signed out everywhere.
    Done,
    /// It is the only way in of its person.
    LastWayIn,
    /// There is no such person, or no such account of theirs.
    NotThere,
}

/// The identities that a person signs in with, the oldest first; `None` when there is no such person.
pub(super) async fn find_accounts(
    app: &App,
    user_id: &str,
) -> Result<Option<Vec<Account>>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    if users::store::find(&mut db, user_id).await?.is_none() {
        return Ok(None);
    }
    users::store::accounts::of_user(&mut db, user_id)
        .await
        .map(Some)
}

/// Unlinks an account and signs its person out everywhere, as when the person does it. The user's row is held: the last
/// way in stays, whoever else removes one.
pub(super) async fn unlink_account(
    app: &App,
    actor: &str,
    user_id: &str,
    account_id: &str,
) -> Result<Unlinked, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(user) = users::store::hold(&mut db, user_id).await? else {
        return Ok(Unlinked::NotThere);
    };
    let Some(account) = users::store::accounts::delete(&mut db, account_id, &user.id).await? else {
        return Ok(Unlinked::NotThere);
    };
    if !has_way_in(app, &mut db, &user).await? {
        transaction.rollback().await?;
        return Ok(Unlinked::LastWayIn);
    }
    let event = Event {
        actor,
        action: Action::AccountUnlinked,
        subject: &account.id,
        network: None,
        client_id: Some(actor),
        details: json!({ "provider": account.provider, "reason": "by-order", "user": user.id }),
    };
    audit::record(app, &mut db, event).await?;
    sessions::end_all_with(app, transaction, &[&user.id]).await?;
    Ok(Unlinked::Done)
}
