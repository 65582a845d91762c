//! Our provider compared with node-oidc-provider in one run: one load, in turns, every server on one core.

mod node;
mod ours;
mod table;

use std::any::Any;
use std::net::SocketAddr;

use journeys::process::Process;
use journeys::world::Engine;

use crate::CONNECTIONS;
use crate::load::Scenario;
use crate::rounds::{self, SHORT_REST, Target};
use crate::services::Services;
use table::{Column, Measured, ROWS};

/// The word that selects the comparison.
pub(crate) const NAME: &str = "peer";

/// A running server with its scenarios, each of which has the name of a row.
struct Server {
    column: Column,
    address: SocketAddr,
    process: u32,
    services: Services,
    scenarios: Vec<Scenario>,
    /// Stops the server when it is dropped.
    _running: Box<dyn Any>,
}

impl Server {
    /// The scenario of a row at this server; the peer has no session that a website reads.
    fn target(&self, row: &str) -> Option<Target> {
        let mut scenarios = self.scenarios.iter();
        let scenario = scenarios.find(|scenario| scenario.name == row)?;
        Some(Target {
            scenario: scenario.clone(),
            address: self.address,
            process: self.process,
            services: self.services.clone(),
            connections: CONNECTIONS,
            rests_after: SHORT_REST,
            goal: None,
        })
    }
}

/// Measures the peer and ours on these engines, row by row in every turn, and prints the table.
pub(crate) async fn run(engines: &[Engine], hello: &Process) {
    println!("\nComparison with node-oidc-provider: preparing users and clients ...");
    let mut servers: Vec<Server> = node::start().await.into_iter().collect();
    for &engine in engines {
        servers.push(ours::start(engine).await);
    }
    let asked = ROWS.iter().flat_map(|row| {
        let of_row = move |server: &Server| Some((server.column, server.target(row.name)?));
        servers.iter().filter_map(of_row)
    });
    let (columns, targets): (Vec<Column>, Vec<Target>) = asked.unzip();
    let figures = rounds::measure(hello, &targets, async || ()).await;
    // The first figures are the bare handler's.
    let figures = columns.into_iter().zip(figures.into_iter().skip(1));
    let measured = figures.map(|(column, figures)| Measured { column, figures });
    table::print(&measured.collect::<Vec<_>>());
}
