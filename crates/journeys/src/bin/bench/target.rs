//! A scenario and the server that it loads.

use std::net::SocketAddr;
use std::time::Duration;

use crate::goals::Goal;
use crate::load::Scenario;
use crate::services::Services;

/// Idle time after which a server without deferred work has finished.
pub(crate) const SHORT_REST: Duration = Duration::from_millis(200);

/// A scenario and its server.
#[derive(Clone)]
pub(crate) struct Target {
    /// Requests of the scenario.
    pub(crate) scenario: Scenario,
    /// Address of the server's listener.
    pub(crate) address: SocketAddr,
    /// The server's process id.
    pub(crate) process: u32,
    /// The server's databases.
    pub(crate) services: Services,
    /// Number of concurrent connections.
    pub(crate) connections: usize,
    /// Idle time after which the server has finished all deferred work.
    pub(crate) rests_after: Duration,
    /// Goal of the scenario.
    pub(crate) goal: Option<Goal>,
}
