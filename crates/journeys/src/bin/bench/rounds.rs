//! The turns: each scenario once in every round, next to the baseline and raw signatures of the same round.

use journeys::process::Process;

use crate::figures::Figures;
use crate::load;
use crate::target::Target;
use crate::{CONNECTIONS, ROUNDS, hello, signing};

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
    let mut figures: Vec<Figures> = all.iter().map(|target| Figures::new(target)).collect();
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
