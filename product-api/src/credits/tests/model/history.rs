//! Random histories: when their steps are taken, and what is asked in each.

use foundation::testing::Dice;

use super::asked::{Act, Ask, Price};
use super::author::{Author, Past};

pub(super) const SECOND: i64 = 1_000_000;
pub(super) const DAY: i64 = 86_400 * SECOND;

/// Steps of a history, before the last one of most.
pub(super) const STEPS: usize = 8;
/// One history in so many has no last step, and is left to the sweep.
const SWEPT: usize = 8;

/// What a history asks in each step; nothing in some.
pub(super) type History = Vec<Vec<Act>>;

/// The instants of the steps, from the beginning on: a jump of a few seconds each, at times to a microsecond before the
/// instant, and now and then backwards. The last is after the end of everything.
pub(super) fn instants(dice: &mut Dice) -> Vec<i64> {
    let mut lattice = 0;
    let mut instants: Vec<i64> = (0..STEPS)
        .map(|_| {
            lattice += SECOND * dice.pick(&[0, 1, 1, 1, 2, 3, 5]);
            match dice.below(12) {
                0 => lattice - 1,
                1 => lattice - SECOND,
                _ => lattice,
            }
        })
        .collect();
    instants.push(lattice + 40 * DAY);
    instants
}

/// A history whose steps are taken at these instants.
pub(super) fn history(dice: &mut Dice, instants: &[i64]) -> History {
    let mut past = Past::default();
    let mut steps = Vec::new();
    for step in 0..STEPS {
        let author = Author {
            dice,
            instants,
            step,
            past: &past,
        };
        let acts = acts(author);
        for act in &acts {
            if act.number >= past.asked.len() {
                past.remember(&act.ask);
            }
        }
        steps.push(acts);
    }
    if !dice.one_in(SWEPT) {
        steps.push(last_step(&past));
    }
    steps
}

/// What is asked in one step, at once.
fn acts(mut author: Author<'_>) -> Vec<Act> {
    let (is_first, so_far) = (author.step == 0, author.past.asked.len());
    let count = match author.dice.below(100) {
        _ if is_first => 2,
        0..=4 => 0,
        5..=74 => 1,
        75..=93 => 2,
        94..=98 => 3,
        _ => author.dice.pick(&[4, 5, 6]),
    };
    let mut acts: Vec<Act> = Vec::new();
    while acts.len() < count {
        let (again, ask) = author.ask(acts.len());
        // A batch and a request that came before are alone in their step.
        let is_alone = again.is_some() || matches!(ask, Ask::Batch { .. });
        if is_alone && !acts.is_empty() {
            break;
        }
        let times = author.dice.pick(&[1, 1, 1, 1, 2, 2, 3, 5]);
        let races = count > 1 && !is_alone;
        acts.push(Act {
            number: again.unwrap_or(so_far + acts.len()),
            times: if races && ask.may_leave_its_key_free() {
                1
            } else {
                times
            },
            ask,
            by_id: author.dice.one_in(3),
        });
        if is_alone {
            break;
        }
    }
    acts
}

/// What costs nothing, asked of both customers at the end, books all that is due.
fn last_step(past: &Past) -> Vec<Act> {
    let act = |who: usize| Act {
        number: past.asked.len() + who,
        ask: Ask::Spend {
            who,
            price: Price::Quantity(1, 1),
        },
        times: 1 + who,
        by_id: false,
    };
    vec![act(0), act(1)]
}
