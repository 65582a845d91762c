//! Accepts a finding: its difference stays as it is, for a reason that the audit log keeps. Only a person accepts one.

use serde_json::{Value, json};

use super::finding::BillingFinding;
use super::store::findings::{self, Acceptance};
use crate::app::App;
use crate::audit::{self, Action, with_reason};
use crate::billing::inbox::find_own_connection;
use crate::problem::Problem;
use crate::users::Operator;
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
    let found = findings::find(&mut db, finding_id).await?;
    let own = found.filter(|finding| finding.connection_id == connection.id);
    let finding = own.ok_or_else(not_found)?;
    if is_accepted {
        let entry = Action::BillingFindingAccepted.on(finding_id, details_of(&finding, reason));
        access.record(app, &mut db, entry).await?;
    }
    transaction.commit().await?;
    Ok(finding)
}

/// Accepts an open finding of a connection of the platform. A finding that is closed stays as it is.
pub(super) async fn accept_as_operator(
    app: &App,
    operator: &Operator,
    finding_id: &str,
    reason: &str,
) -> Result<BillingFinding, Problem> {
    let Operator(user, session) = operator;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let found = findings::find(&mut db, finding_id).await?;
    let of_platform = found.filter(|finding| finding.owner_user_id.is_none());
    let open = of_platform.ok_or_else(not_found)?;
    let acceptance = Acceptance {
        connection_id: &open.connection_id,
        finding_id,
        reason,
        actor: &user.id,
    };
    let is_accepted = findings::accept(&mut db, acceptance, app.clock.now()).await?;
    let finding = findings::find(&mut db, finding_id).await?;
    let finding = finding.ok_or_else(not_found)?;
    if is_accepted {
        let event = audit::Event {
            actor: &user.id,
            session: Some(session),
            action: Action::BillingFindingAccepted,
            website_id: None,
            subject: finding_id,
            details: details_of(&finding, reason),
        };
        audit::record(&mut db, &event, &app.clock, &app.random).await?;
    }
    transaction.commit().await?;
    Ok(finding)
}

fn details_of(finding: &BillingFinding, reason: &str) -> Value {
    let details = json!({ "kind": finding.kind.word(), "object": finding.object_id });
    with_reason(details, Some(reason))
}

fn not_found() -> Problem {
    Problem::not_found("finding")
}
