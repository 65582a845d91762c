//! The turns: each scenario once in every round, next to the baseline and raw signatures of the same round.

use std::net::SocketAddr;
use std::time::Duration;

use journeys::process::Process;

use crate::figures::Figures;
use crate::goals::Goal;
use crate::load::{self, Scenario};
use crate::services::Services;
use crate::{CONNECTIONS, ROUNDS, hello, signing};

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

/// Measures all targets in turns, with the same number of connections. The first measurements are the baseline's.
/// `make_ready` runs before each round.
pub(crate) async fn measure(
    hello: &Process,
    targets: &[Target],
    mut make_ready: impl AsyncFnMut(),
) -> Vec<Figures> {
    let connections = targets.first().map_or(CONNECTIONS, |one| one.connections);
    let baseline = hello::target(hello, connections);
    let all: Vec<&Target> = std::iter::once(&baseline).chain(targets).collect();
    let mut figures: Vec<Figures> = all.iter().map(|target| Figures::of(target)).collect();
    for round in 1..=ROUNDS {
        println!("  turn {round} of {ROUNDS}");
        make_ready().await;
        let raw = signing::measure();
        for (figures, target) in figures.iter_mut().zip(&all) {
            figures.add(load::run(target).await, raw);
        }
    }
    figures
}
