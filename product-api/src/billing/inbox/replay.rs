//! Marks objects again, so that the worker fetches and applies them at once with all attempts.

use foundation::{Connection, Failure};
use serde_json::json;

use super::list::find_own_connection;
use super::marked_object::InboxObject;
use super::store::lists::{self, DeadObject};
use crate::app::App;
use crate::audit::{self, Action};
use crate::billing::marks::{Mark, MarkedObject, ObjectKind, mark_all};
use crate::credits::LedgerOperator;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Maximum number of objects that one request marks.
pub(super) const MAX_REPLAYED: i64 = 500;

/// The objects that the operator wants to be applied again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplaySelection<'a> {
    /// One object, in any state.
    Object(MarkedObject<'a>),
    /// Dead objects with an error.
    Error(&'a str),
}

/// Marks an object of the caller's connection again, in any state.
pub(super) async fn replay_own(
    app: &App,
    access: &SiteAccess,
    kind: Option<ObjectKind>,
    object_id: &str,
) -> Result<InboxObject, Problem> {
    let connection = find_own_connection(app, access).await?;
    let object = MarkedObject {
        connection_id: &connection.id,
        kind: kind.ok_or_else(not_found)?,
        object_id,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    mark_known(app, &mut db, object).await?;
    let details = json!({ "kind": object.kind.word(), "object": object_id });
    let entry = Action::StripeObjectReplayed.on(&connection.id, details);
    access.record(app, &mut db, entry).await?;
    let replayed = lists::find(&mut db, object).await?;
    transaction.commit().await?;
    replayed.ok_or_else(not_found)
}

/// Marks objects of any connection again. Returns their number, at most `MAX_REPLAYED`.
pub(super) async fn replay_selected(
    app: &App,
    operator: &LedgerOperator,
    selection: ReplaySelection<'_>,
) -> Result<usize, Problem> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let (replayed, subject, details) = match selection {
        ReplaySelection::Object(object) => {
            mark_known(app, &mut db, object).await?;
            let details = json!({ "kind": object.kind.word(), "object": object.object_id });
            (1, object.connection_id, details)
        }
        ReplaySelection::Error(error) => {
            let dead = lists::dead_of_error(&mut db, error, MAX_REPLAYED).await?;
            mark_dead(app, &mut db, &dead).await?;
            (
                dead.len(),
                "",
                json!({ "error": error, "objects": dead.len() }),
            )
        }
    };
    let event = audit::Event {
        actor: &operator.actor,
        session: operator.session.as_ref(),
        action: Action::StripeObjectReplayed,
        website_id: None,
        subject,
        details,
    };
    audit::record(&mut db, &event, &app.clock, &app.random).await?;
    transaction.commit().await?;
    Ok(replayed)
}

fn not_found() -> Problem {
    Problem::not_found("object")
}

/// Marks an object that has a row; reports not found for any other.
async fn mark_known(
    app: &App,
    db: &mut Connection<'_>,
    object: MarkedObject<'_>,
) -> Result<(), Problem> {
    let known = lists::find(db, object).await?;
    known.ok_or_else(not_found)?;
    let one = Mark {
        object,
        event: None,
        count: 1,
    };
    Ok(mark_all(db, &[one], app.clock.now()).await?)
}

async fn mark_dead(app: &App, db: &mut Connection<'_>, dead: &[DeadObject]) -> Result<(), Failure> {
    let marks: Vec<Mark<'_>> = dead
        .iter()
        .map(|dead| Mark {
            object: MarkedObject {
                connection_id: &dead.connection_id,
                kind: dead.kind,
                object_id: &dead.object_id,
            },
            event: None,
            count: 1,
        })
        .collect();
    mark_all(db, &marks, app.clock.now()).await
}
