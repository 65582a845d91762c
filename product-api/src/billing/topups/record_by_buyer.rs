//! Records the action of a user about the user's own automatic top-up in the audit log.

use foundation::{Connection, Failure};

use crate::app::App;
use crate::audit::{self, AuditEntry, Event};
use crate::caller::CreditsBuy;
use crate::users::AuthenticatedUser;

/// Appends an entry of a user to the audit log, in the transaction of the action.
pub(super) async fn record_by_buyer(
    app: &App,
    db: &mut Connection<'_>,
    holder: &AuthenticatedUser<CreditsBuy>,
    website_id: Option<&str>,
    entry: AuditEntry<'_>,
) -> Result<(), Failure> {
    let event = Event {
        actor: &holder.user.id,
        session: Some(&holder.session),
        action: entry.action,
        website_id,
        subject: entry.subject,
        details: entry.details,
    };
    audit::record(db, &event, &app.clock, &app.random).await
}
