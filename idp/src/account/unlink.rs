//! Taking a way in away: never the last one, and never unnoticed.

use foundation::Failure;
use serde_json::json;

use super::guard::Here;
use super::ways::count_ways;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::mail::{self, Notice};
use crate::network::Network;
use crate::sessions::{self, Ending, Started};
use crate::upstream::name_of;
use crate::users::{self, LastWayIn, may_remove_one_of};

/// How it went.
#[derive(Clone, Debug)]
pub(super) enum Unlinked {
    /// The way in is gone, and the session has a new id.
    Done(Started),
    /// It is the only way in.
    LastWayIn,
    /// The person has no such way in, or is signed out meanwhile.
    NotThere,
}

/// Unlinks one of a person's accounts, and ends all sessions but this one: nobody who came in by it stays. The user's
/// row is held, so that of two who remove the last two ways one is told no.
pub(super) async fn unlink(
    app: &App,
    here: &Here,
    account_id: &str,
    network: Network,
) -> Result<Unlinked, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(user) = users::store::hold(&mut db, &here.user.id).await? else {
        return Ok(Unlinked::NotThere);
    };
    let ways = count_ways(&mut db, &user).await?;
    let Some(account) = users::store::accounts::delete(&mut db, account_id, &user.id).await? else {
        return Ok(Unlinked::NotThere);
    };
    if may_remove_one_of(ways) == Err(LastWayIn) {
        transaction.rollback().await?;
        return Ok(Unlinked::LastWayIn);
    }
    let event = Event {
        actor: &user.id,
        action: Action::AccountUnlinked,
        subject: &account.id,
        network: Some(network.to_string()),
        client_id: None,
        details: json!({ "provider": account.provider, "reason": "asked" }),
    };
    audit::record(app, &mut db, event).await?;
    if let Some(email) = &user.email {
        mail::queue_notice(
            app,
            &mut db,
            email,
            Notice::Removed(name_of(app, &account.provider)),
        )
        .await?;
    }
    let ending = Ending {
        also_of: None,
        network,
    };
    let renewed = sessions::renew_alone(app, transaction, &here.id, ending).await?;
    app.mail.wake();
    tracing::info!(
        user = user.id,
        provider = account.provider,
        "unlinked an account"
    );
    Ok(renewed.map_or(Unlinked::NotThere, Unlinked::Done))
}
