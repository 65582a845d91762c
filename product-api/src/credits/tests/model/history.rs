//! Random histories: the times of their steps, and the requests of each step.

use foundation::testing::SeededRng;

use super::author::{Author, HistoryFacts};
use super::operations::{ModelOperation, ModelRequest, Price};

pub(super) const SECOND: i64 = 1_000_000;
pub(super) const DAY: i64 = 86_400 * SECOND;

/// Number of steps in a history, without the last one that most have.
pub(super) const STEPS: usize = 8;
/// One of this many histories has no last step, and is settled by the sweep.
const SWEPT: usize = 8;

/// The requests of each step; some steps have none.
pub(super) type History = Vec<Vec<ModelOperation>>;

/// Generates the times of the steps. Each is a few seconds after the previous one, sometimes a microsecond earlier than that,
/// and sometimes before the previous one. The last time is after all expiries.
pub(super) fn instants(rng: &mut SeededRng) -> Vec<i64> {
    let mut lattice = 0;
    let mut instants: Vec<i64> = (0..STEPS)
        .map(|_| {
            lattice += SECOND * rng.pick(&[0, 1, 1, 1, 2, 3, 5]);
            match rng.below(12) {
                0 => lattice - 1,
                1 => lattice - SECOND,
                _ => lattice,
            }
        })
        .collect();
    instants.push(lattice + 40 * DAY);
    instants
}

/// Generates a history with steps at these times.
pub(super) fn history(rng: &mut SeededRng, instants: &[i64]) -> History {
    let mut past = HistoryFacts::default();
    let mut steps = Vec::new();
    for step in 0..STEPS {
        let author = Author {
            rng,
            instants,
            step,
            past: &past,
        };
        let acts = acts(author);
        for act in &acts {
            if act.number >= past.query.len() {
                past.remember(&act.ask);
            }
        }
        steps.push(acts);
    }
    if !rng.one_in(SWEPT) {
        steps.push(last_step(&past));
    }
    steps
}

/// Generates the concurrent requests of one step.
fn acts(mut author: Author<'_>) -> Vec<ModelOperation> {
    let (is_first, so_far) = (author.step == 0, author.past.query.len());
    let count = match author.rng.below(100) {
        _ if is_first => 2,
        0..=4 => 0,
        5..=74 => 1,
        75..=93 => 2,
        94..=98 => 3,
        _ => author.rng.pick(&[4, 5, 6]),
    };
    let mut acts: Vec<ModelOperation> = Vec::new();
    while acts.len() < count {
        let (again, ask) = author.ask(acts.len());
        // Batches and retries are alone in their step.
        let is_alone = again.is_some() || matches!(ask, ModelRequest::Batch { .. });
        if is_alone && !acts.is_empty() {
            break;
        }
        let times = author.rng.pick(&[1, 1, 1, 1, 2, 2, 3, 5]);
        let races = count > 1 && !is_alone;
        acts.push(ModelOperation {
            number: again.unwrap_or(so_far + acts.len()),
            times: if races && ask.may_leave_its_key_free() {
                1
            } else {
                times
            },
            ask,
            by_id: author.rng.one_in(3),
        });
        if is_alone {
            break;
        }
    }
    acts
}

/// Charges both customers zero credits at the end, which settles all due expiries.
fn last_step(past: &HistoryFacts) -> Vec<ModelOperation> {
    let act = |who: usize| ModelOperation {
        number: past.query.len() + who,
        ask: ModelRequest::Spend {
            who,
            price: Price::Quantity(1, 1),
        },
        times: 1 + who,
        by_id: false,
    };
    vec![act(0), act(1)]
}
