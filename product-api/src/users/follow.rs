//! Follows activation changes that the idp reports: another program may have requested one at the idp directly.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::idp::ActivationChange;

/// Updates this service's row to the state at the idp, in the open transaction; returns true if the row changed. Idempotent.
///
/// The idp also reports the changes of this service. While there is a lease (`switch.rs`), such a change is left to the
/// owner of the lease, who updates the row under the operator's name, or to the sweep, which resets the idp. A change that
/// another client requested, alone or as well, deletes the lease, so that its owner does not overwrite a newer decision. If
/// the change of this service was the newer one, the idp reports it later, when there is no lease, and it applies.
pub(crate) async fn follow_switch(
    app: &App,
    db: &mut Connection<'_>,
    told: &ActivationChange,
) -> Result<bool, Failure> {
    let another = told.asked_by_another(&app.config.issuer.client_id);
    if another.is_none() && store::is_being_switched(db, &told.user_id).await? {
        return Ok(false);
    }
    store::drop_switch(db, &told.user_id).await?;
    // An activation creates no row: a user without one counts as active.
    if told.is_active && store::is_active(db, &told.user_id).await? {
        return Ok(false);
    }
    let now = app.clock.now();
    let is_changed = store::set_active(db, &told.user_id, told.is_active, now).await?;
    if is_changed {
        tell(app, db, told, another.unwrap_or(&told.switched_by)).await?;
    }
    Ok(is_changed)
}

async fn tell(
    app: &App,
    db: &mut Connection<'_>,
    told: &ActivationChange,
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
