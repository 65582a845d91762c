//! Follows activation changes that the idp reports: another program may have requested one at the idp directly.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::idp::ActivationChange;

/// Updates this service's row to the state at the idp, in the open transaction; returns true if the row changed. Idempotent.
///
/// The idp also reports the changes of this service. While there is a lease (`change_activation.rs`), such a change is left to the
/// owner of the lease, who updates the row under the operator's name, or to the sweep, which resets the idp. A change that
/// another client requested, alone or as well, deletes the lease, so that its owner does not overwrite a newer decision. If
/// the change of this service was the newer one, the idp reports it later, when there is no lease, and it applies.
pub(crate) async fn apply_activation_change(
    app: &App,
    db: &mut Connection<'_>,
    change: &ActivationChange,
) -> Result<bool, Failure> {
    let another = change.other_requester(&app.config.issuer.client_id);
    if another.is_none() && store::is_leased(db, &change.user_id).await? {
        return Ok(false);
    }
    store::drop_lease(db, &change.user_id).await?;
    // An activation creates no row: a user without one counts as active.
    if change.is_active && store::is_active(db, &change.user_id).await? {
        return Ok(false);
    }
    let now = app.clock.now();
    let is_changed = store::set_active(db, &change.user_id, change.is_active, now).await?;
    if is_changed {
        record_audit(app, db, change, another.unwrap_or(&change.switched_by)).await?;
    }
    Ok(is_changed)
}

async fn record_audit(
    app: &App,
    db: &mut Connection<'_>,
    change: &ActivationChange,
    by: &str,
) -> Result<(), Failure> {
    let event = Event {
        actor: "system",
        session: None,
        action: if change.is_active {
            Action::UserActivated
        } else {
            Action::UserDeactivated
        },
        website_id: None,
        subject: &change.user_id,
        details: json!({ "by": by }),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}
