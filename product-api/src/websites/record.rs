//! Records a caller's action at a website in the audit log, in the transaction of the action.

use foundation::{Connection, Failure};

use super::website::SiteAccess;
use crate::app::App;
use crate::audit::{self, AuditEntry, Event};

impl SiteAccess {
    /// Appends an entry of this caller to the audit log.
    pub(crate) async fn record(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        entry: AuditEntry<'_>,
    ) -> Result<(), Failure> {
        let scope = self.scope();
        let event = Event {
            actor: &self.actor.to_string(),
            session: self.session.as_ref(),
            action: entry.action,
            website_id: scope.website(),
            subject: entry.subject,
            details: entry.details,
        };
        audit::record(db, &event, &app.clock, &app.random).await
    }
}
