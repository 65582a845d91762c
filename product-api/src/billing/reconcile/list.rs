//! Lists runs and findings for the owner of a connection and for the operator.

use foundation::Failure;

use super::finding::{BillingFinding, FindingState};
use super::run::ReconcileRun;
use super::store::{findings, runs};
use crate::app::App;
use crate::billing::inbox::find_own_connection;
use crate::problem::Problem;
use crate::schema::{Cursor, PageParams, page_size};
use crate::websites::SiteAccess;

/// Maximum number of runs in a list.
const MAX_RUNS: i64 = 20;

/// One page of findings.
#[derive(Clone, Debug)]
pub(super) struct FindingPage {
    pub(super) items: Vec<BillingFinding>,
    pub(super) next_cursor: Option<String>,
}

/// Returns a page of the findings of the caller's connection, newest first.
pub(super) async fn list_own_findings(
    app: &App,
    access: &SiteAccess,
    state: FindingState,
    params: PageParams<'_>,
) -> Result<FindingPage, Problem> {
    let connection = find_own_connection(app, access).await?;
    page_of(app, Some(&connection.id), state, params).await
}

/// Returns a page of the findings of all connections, newest first.
pub(super) async fn list_all_findings(
    app: &App,
    state: FindingState,
    params: PageParams<'_>,
) -> Result<FindingPage, Problem> {
    page_of(app, None, state, params).await
}

async fn page_of(
    app: &App,
    connection_id: Option<&str>,
    state: FindingState,
    params: PageParams<'_>,
) -> Result<FindingPage, Problem> {
    let of = connection_id.unwrap_or("all connections");
    let list = format!("{} findings of {of}", state.word());
    let limit = page_size(params.limit)?;
    let cursor = Cursor::open(&app.sealer, &list, params.cursor)?;
    let before = cursor.unwrap_or_else(Cursor::newest);
    let rows = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        findings::page(&mut db, connection_id, state, &before, limit + 1).await?
    };
    let (items, is_more) = foundation::database::page::cut(rows, limit);
    let next = items.last().filter(|_| is_more).map(|last| Cursor {
        at: last.created_at,
        id: last.id.clone(),
    });
    let next_cursor = next.map(|cursor| cursor.seal(&app.sealer, &list));
    Ok(FindingPage {
        items,
        next_cursor: next_cursor.transpose()?,
    })
}

/// Returns the newest runs of the caller's connection, or the one with an id.
pub(super) async fn list_own_runs(
    app: &App,
    access: &SiteAccess,
    run_id: Option<&str>,
) -> Result<Vec<ReconcileRun>, Problem> {
    let connection = find_own_connection(app, access).await?;
    let found = runs_of(app, Some(&connection.id), run_id).await?;
    let is_own = |run: &ReconcileRun| run.connection_id == connection.id;
    let own: Vec<ReconcileRun> = found.into_iter().filter(is_own).collect();
    known(own, run_id)
}

/// Returns the newest runs of all connections, or the one with an id.
pub(super) async fn list_all_runs(
    app: &App,
    run_id: Option<&str>,
) -> Result<Vec<ReconcileRun>, Problem> {
    known(runs_of(app, None, run_id).await?, run_id)
}

async fn runs_of(
    app: &App,
    connection_id: Option<&str>,
    run_id: Option<&str>,
) -> Result<Vec<ReconcileRun>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    match run_id {
        Some(id) => Ok(runs::find(&mut db, id).await?.into_iter().collect()),
        None => runs::latest(&mut db, connection_id, MAX_RUNS).await,
    }
}

/// Reports not found for a run that was named and is not there.
fn known(runs: Vec<ReconcileRun>, run_id: Option<&str>) -> Result<Vec<ReconcileRun>, Problem> {
    if runs.is_empty() && run_id.is_some() {
        return Err(Problem::not_found("run"));
    }
    Ok(runs)
}
