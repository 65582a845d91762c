//! Measures all servers of the comparison in turns.

use journeys::process::Process;
use journeys::world::Engine;

use super::server::Server;
use super::table::{self, Column, Measured, ROWS};
use super::{node, ours};
use crate::rounds::{self, Target};

/// Measures the peer and our server on these engines, row by row in each turn, and prints the table.
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
    // The first measurements are the bare handler's.
    let figures = columns.into_iter().zip(figures.into_iter().skip(1));
    let measured = figures.map(|(column, figures)| Measured { column, figures });
    table::print(&measured.collect::<Vec<_>>());
}
