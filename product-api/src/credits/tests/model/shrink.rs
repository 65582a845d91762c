//! Shrinks a failing history: acts that the failure does not need are removed.

use foundation::Timestamp;

use super::history::{History, SECOND};
use super::operations::ModelOperation;
use super::rows::{Rows, compare};
use super::run::prices;
use super::sending::{Replies, Sender};
use super::track::Track;
use crate::credits::settle_due;
use crate::credits::tests::once::run_concurrently;
use crate::credits::tests::test_ledger::TestLedger;

/// Returns the shortest history found that fails alone, with its failure; none if it does not fail alone.
pub(super) async fn shrunken(
    world: &TestLedger,
    history: &History,
    instants: &[i64],
) -> Option<(History, String)> {
    let mut runs = 0;
    let mut fails = async |history: &History| {
        runs += 1;
        alone(world, format!("alone{runs}x"), history, instants).await
    };
    let mut shortest = (history.clone(), fails(history).await?);
    for step in (0..history.len()).rev() {
        for index in (0..history[step].len()).rev() {
            let mut shorter = shortest.0.clone();
            shorter[step].remove(index);
            if let Some(failure) = fails(&shorter).await {
                shortest = (shorter, failure);
            }
        }
    }
    Some(shortest)
}

/// Runs one history alone, after the time of all earlier ones, and returns its failure.
async fn alone(
    world: &TestLedger,
    prefix: String,
    history: &History,
    instants: &[i64],
) -> Option<String> {
    let base = world.clock.now().micros() + 60 * SECOND;
    let sender = Sender {
        world: world.clone(),
        prefix: prefix.clone(),
        base,
    };
    let prices = prices(world, base, instants).await;
    let mut track = Track::new(sender, prices, history.clone());
    let mut latest = i64::MIN;
    for (step, instant) in instants.iter().enumerate() {
        let now = base + instant;
        world.clock.set(Timestamp::from_micros(now));
        latest = latest.max(now);
        let acts = track.acts(step);
        let mut replies: Vec<Vec<Replies>> = Vec::new();
        for act in &acts {
            let copies = (0..act.times).map(|_| send(&track, act));
            replies.push(run_concurrently(copies).await);
        }
        track.judge(&acts, &replies, now);
    }
    settle_due(&world.app).await.unwrap();
    for ledger in &mut track.ledgers {
        ledger.sweep(latest);
    }
    compare(&mut track, &Rows::read(world, &prefix).await);
    track.trouble
}

/// Sends one copy of an act.
fn send(track: &Track, act: &ModelOperation) -> impl Future<Output = Replies> + Send + 'static {
    let (sender, act, ids) = (track.sender.clone(), act.clone(), track.ids.clone());
    async move { sender.send(&act, &ids).await }
}
