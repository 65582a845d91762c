//! Reads the state of every connection for the operator: its inbox, its findings and its last comparison.

use super::run::ReconcileRun;
use super::store::{findings, runs};
use crate::app::App;
use crate::billing::inbox::{InboxPage, ListedConnection, list_connections};
use crate::billing::stripe::CircuitState;
use crate::problem::Problem;
use crate::schema::PageParams;

/// The state of a connection.
pub(super) struct ConnectionStatus {
    pub(super) listed: ListedConnection,
    /// The circuit in this server.
    pub(super) circuit: CircuitState,
    /// The number of open findings.
    pub(super) findings: i64,
    /// The newest comparison.
    pub(super) last_run: Option<ReconcileRun>,
}

/// Returns the states of a page of connections, newest first.
pub(super) async fn read_status(
    app: &App,
    params: PageParams<'_>,
) -> Result<InboxPage<ConnectionStatus>, Problem> {
    let page = list_connections(app, params).await?;
    let mut items = Vec::with_capacity(page.items.len());
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    for listed in page.items {
        let id = &listed.connection.id;
        let findings = findings::count_open(&mut db, id).await?;
        let last_run = runs::latest(&mut db, Some(id), 1).await?.pop();
        items.push(ConnectionStatus {
            circuit: app.stripe.circuit_state(id),
            listed,
            findings,
            last_run,
        });
    }
    Ok(InboxPage {
        items,
        next_cursor: page.next_cursor,
    })
}
