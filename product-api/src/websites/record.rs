//! Records a caller's action at a website in the audit log, in the transaction of the action.

use foundation::{Connection, Failure};
use serde_json::Value;

use super::website::SiteAccess;
use crate::app::App;
use crate::audit::{self, Action, Event};

impl SiteAccess {
    /// Appends an entry to the audit log: the action, its subject and its details.
    pub(crate) async fn record(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        (action, subject, details): (Action, &str, Value),
    ) -> Result<(), Failure> {
        let event = Event {
            actor: &self.actor.to_string(),
            session: self.session.as_ref(),
            action,
            website_id: Some(&self.website_id),
            subject,
            details,
        };
        audit::record(db, &event, &app.clock, &app.random).await
    }
}
