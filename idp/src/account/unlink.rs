//! Taking a way in away: never the last one, and never unnoticed.

use foundation::{Connection, Failure};
use serde_json::json;

use super::asker::{Asker, GoesOn};
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::mail::{self, Notice};
use crate::merges::has_way_in;
use crate::upstream::name_of;
use crate::users::{self, Account, User};

/// How it went.
#[derive(Clone, Debug)]
pub(crate) enum Unlinked {
    /// The way in is gone.
    Done(GoesOn),
    /// It is the only way in.
    LastWayIn,
    /// The person has no such way in.
    NotThere,
    /// The session ended meanwhile: nothing was changed.
    SignedOut,
}

/// Unlinks one of a person's accounts, and ends all sessions but this one: nobody who came in by it stays. The user's
/// row is held, so that of two who remove the last two ways one is told no.
pub(crate) async fn unlink(
    app: &App,
    asker: Asker<'_>,
    account_id: &str,
) -> Result<Unlinked, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(user) = users::store::hold(&mut db, asker.user_id).await? else {
        return Ok(Unlinked::NotThere);
    };
    let Some(account) = users::store::accounts::delete(&mut db, account_id, &user.id).await? else {
        return Ok(Unlinked::NotThere);
    };
    if !has_way_in(app, &mut db, &user).await? {
        transaction.rollback().await?;
        return Ok(Unlinked::LastWayIn);
    }
    write_down(app, &mut db, (&user, &account), asker).await?;
    let Some(goes_on) = asker.stays_alone(app, transaction).await? else {
        return Ok(Unlinked::SignedOut);
    };
    app.mail.wake();
    let (user, provider) = (&user.id, &account.provider);
    tracing::info!(user, provider, "unlinked an account");
    Ok(Unlinked::Done(goes_on))
}

/// Writes down that it goes, and tells the person by mail.
async fn write_down(
    app: &App,
    db: &mut Connection<'_>,
    (user, account): (&User, &Account),
    asker: Asker<'_>,
) -> Result<(), Failure> {
    let event = Event {
        actor: &user.id,
        action: Action::AccountUnlinked,
        subject: &account.id,
        network: Some(asker.network.to_string()),
        client_id: asker.client_id,
        details: json!({ "provider": account.provider, "reason": "asked" }),
    };
    audit::record(app, db, event).await?;
    if let Some(email) = &user.email {
        let notice = Notice::Removed(name_of(app, &account.provider));
        mail::queue_notice(app, db, email, notice).await?;
    }
    Ok(())
}
