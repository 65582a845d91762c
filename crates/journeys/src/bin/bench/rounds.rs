//! The turns: each scenario once in every round, beside the baseline and raw signatures of the same round.

use std::net::SocketAddr;
use std::time::Duration;

use journeys::process::Process;

use crate::figures::Figures;
use crate::goals::Goal;
use crate::load::{self, Scenario};
use crate::services::Services;
use crate::{CONNECTIONS, ROUNDS, hello, signing};

/// How long a server is still that puts nothing off.
pub(crate) const SHORT_REST: Duration = Duration::from_millis(200);

/// A scenario and the server that it is asked of.
#[derive(Clone)]
pub(crate) struct Target {
    /// What is asked.
    pub(crate) scenario: Scenario,
    /// Where the server listens.
    pub(crate) address: SocketAddr,
    /// The server's process id.
    pub(crate) process: u32,
    /// The databases that work for it.
    pub(crate) services: Services,
    /// How many connections ask at a time.
    pub(crate) connections: usize,
    /// Still for so long, the server has nothing left to do of what it was asked.
    pub(crate) rests_after: Duration,
    /// What it is to reach.
    pub(crate) goal: Option<Goal>,
}

/// Measures all in turns, which use as many connections each; the first figures are the baseline's. What is to be made ready is made before each round.
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
