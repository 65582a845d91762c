//! Accepts a finding: its difference stays as it is, for a reason that the audit log keeps.

use serde_json::json;

use super::finding::BillingFinding;
use super::store::findings::{self, Acceptance};
use crate::app::App;
use crate::audit::{Action, with_reason};
use crate::billing::inbox::find_own_connection;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Accepts an open finding of the caller's connection. A finding that is closed stays as it is.
pub(super) async fn accept_finding(
    app: &App,
    access: &SiteAccess,
    finding_id: &str,
    reason: &str,
) -> Result<BillingFinding, Problem> {
    let connection = find_own_connection(app, access).await?;
    let actor = access.actor.to_string();
    let acceptance = Acceptance {
        connection_id: &connection.id,
        finding_id,
        reason,
        actor: &actor,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_accepted = findings::accept(&mut db, acceptance, app.clock.now()).await?;
    let found = findings::find(&mut db, &connection.id, finding_id).await?;
    let finding = found.ok_or_else(|| Problem::not_found("finding"))?;
    if is_accepted {
        let details = json!({ "kind": finding.kind.word(), "object": finding.object_id });
        let entry =
            Action::BillingFindingAccepted.on(finding_id, with_reason(details, Some(reason)));
        access.record(app, &mut db, entry).await?;
    }
    transaction.commit().await?;
    Ok(finding)
}
