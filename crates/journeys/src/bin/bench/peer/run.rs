//! Measures all servers of the comparison in turns.

use foundation::testing::TestEngine;
use journeys::process::Process;

use super::server::ComparedServer;
use super::table::{self, Column, Measurement, ROWS};
use super::{node, ours};
use crate::rounds;
use crate::target::Target;

/// Measures the peer and our server on these engines, row by row in each turn, and prints the table.
pub(crate) async fn run(engines: &[TestEngine], hello: &Process) {
    println!("\nComparison with node-oidc-provider: preparing users and clients ...");
    let mut servers: Vec<ComparedServer> = node::start().await.into_iter().collect();
    for &engine in engines {
        servers.push(ours::start(engine).await);
    }
    let requests = ROWS.iter().flat_map(|row| {
        let of_row = move |server: &ComparedServer| Some((server.column, server.target(row.name)?));
        servers.iter().filter_map(of_row)
    });
    let (columns, targets): (Vec<Column>, Vec<Target>) = requests.unzip();
    let figures = rounds::measure(hello, &targets, async || ()).await;
    // The first measurements are the bare handler's.
    let figures = columns.into_iter().zip(figures.into_iter().skip(1));
    let measured = figures.map(|(column, figures)| Measurement { column, figures });
    table::print(&measured.collect::<Vec<_>>());
}
