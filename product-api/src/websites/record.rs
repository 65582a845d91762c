//! Writing down what a caller did at a website, in the transaction of the deed.

use foundation::{Connection, Failure};
use serde_json::Value;

use super::website::SiteAccess;
use crate::app::App;
use crate::audit::{self, Action, Event};

impl SiteAccess {
    /// Writes a line of the audit trail: what the caller did, to what, and what else is worth knowing later.
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
