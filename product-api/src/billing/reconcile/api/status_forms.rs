//! Wire types of the states of connections.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::Example;

use super::run_forms::RunDto;
use crate::billing::inbox::InboxPage;
use crate::billing::reconcile::read_status::ConnectionStatus;
use crate::billing::stripe::CircuitState;
use crate::caller::Mode;
use crate::schema::{Instant, Nullable};

/// The state of a connection to a Stripe account.
#[derive(Object)]
#[oai(rename = "BillingConnectionStatus", example)]
struct ConnectionStatusDto {
    /// The connection's id.
    connection_id: String,
    /// The name of the Stripe account.
    account_name: String,
    /// The mode: live or test.
    mode: Mode,
    /// The state: `checking`, `active`, `degraded` or `revoked`.
    state: String,
    /// The reason of the state; null if it works.
    reason: Nullable<String>,
    /// The circuit of the connection in the server that responds: `closed`, or `open` or `half-open` while Stripe does not
    /// respond.
    circuit: String,
    /// The number of objects that wait; counted up to 1000.
    waiting: i64,
    /// The time since which the oldest of them waits; null if none waits.
    oldest_waiting_since: Nullable<Instant>,
    /// The number of dead objects; counted up to 10000.
    dead: i64,
    /// The number of open findings.
    findings: i64,
    /// The newest comparison with Stripe; null before the first.
    last_run: Nullable<RunDto>,
}

impl From<ConnectionStatus> for ConnectionStatusDto {
    fn from(status: ConnectionStatus) -> Self {
        let (connection, figures) = (status.listed.connection, status.listed.figures);
        let circuit = match status.circuit {
            CircuitState::Closed => "closed",
            CircuitState::Open => "open",
            CircuitState::HalfOpen => "half-open",
        };
        Self {
            connection_id: connection.id,
            account_name: connection.account_name,
            mode: connection.mode,
            state: connection.state.word().to_owned(),
            reason: connection.reason.into(),
            circuit: circuit.to_owned(),
            waiting: figures.backlog.size,
            oldest_waiting_since: figures.backlog.oldest_at.map(Instant).into(),
            dead: figures.dead,
            findings: status.findings,
            last_run: status.last_run.map(RunDto::from).into(),
        }
    }
}

impl Example for ConnectionStatusDto {
    fn example() -> Self {
        Self {
            connection_id: "scn_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            account_name: "Pictures".to_owned(),
            mode: Mode::Live,
            state: "active".to_owned(),
            reason: None.into(),
            circuit: "closed".to_owned(),
            waiting: 1,
            oldest_waiting_since: Some(Instant(Timestamp::from_seconds(1_767_225_600))).into(),
            dead: 0,
            findings: 0,
            last_run: None.into(),
        }
    }
}

/// One page of the states of connections, newest first.
#[derive(Object)]
#[oai(rename = "BillingStatus", example)]
pub(super) struct StatusDto {
    /// The connections.
    items: Vec<ConnectionStatusDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<InboxPage<ConnectionStatus>> for StatusDto {
    fn from(page: InboxPage<ConnectionStatus>) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

impl Example for StatusDto {
    fn example() -> Self {
        Self {
            items: vec![ConnectionStatusDto::example()],
            next_cursor: None.into(),
        }
    }
}
