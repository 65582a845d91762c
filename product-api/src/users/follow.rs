//! Following a switch of a person that the idp tells of: somebody may have asked it past us, with a program of their own.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::idp::ToldSwitch;

/// Brings our row to what the idp says, in the open transaction; doing it again changes nothing.
///
/// The idp tells of our own switches too. While a note says that we are at one (`switch.rs`), what it tells of ours is left
/// to whoever left the note: our row follows there, under the operator's name, or the sweep brings the idp back to it.
/// What others asked for, alone or beside us, takes the note away, so that whoever left it does not write an older decision
/// over a newer one.
/// Should ours have been the newer one, it is told after this, when no note is there any more, and counts.
pub(crate) async fn follow_switch(
    app: &App,
    db: &mut Connection<'_>,
    told: &ToldSwitch,
) -> Result<(), Failure> {
    let another = told.asked_by_another(&app.config.issuer.client_id);
    if another.is_none() && store::is_being_switched(db, &told.user_id).await? {
        return Ok(());
    }
    store::drop_switch(db, &told.user_id).await?;
    // Nobody is made by being let in: whoever is not known may come as it is.
    if told.is_active && store::is_active(db, &told.user_id).await? {
        return Ok(());
    }
    let now = app.clock.now();
    if store::set_active(db, &told.user_id, told.is_active, now).await? {
        tell(app, db, told, another.unwrap_or(&told.switched_by)).await?;
    }
    Ok(())
}

async fn tell(
    app: &App,
    db: &mut Connection<'_>,
    told: &ToldSwitch,
    by: &str,
) -> Result<(), Failure> {
    let event = Event {
        actor: "system",
        session: None,
        action: if told.is_active {
            Action::UserActivated
        } else {
            Action::UserDeactivated
        },
        website_id: None,
        subject: &told.user_id,
        details: json!({ "by": by }),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}
