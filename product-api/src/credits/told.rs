//! What callers are told: an answer, or why there is none; and what they are told without anything being done.

use super::batch::Bond;
use super::execute::Answer;
use super::refusal;
use crate::idempotency::Known;
use crate::problem::Problem;

/// What a caller is told.
pub(super) type Told = Result<Answer, Problem>;

/// Results of one transaction in the order of its callers; none for a caller whose job waits for the next transaction.
pub(super) type Round = Vec<Option<Told>>;

/// How the operations of one transaction went before anything is saved.
pub(super) enum Went {
    /// Each has its result, or waits.
    All(Round),
    /// One was refused, by its place, and all others are given up with it.
    Refused(usize, Problem),
    /// One has to wait for the next transaction, and all others wait with it.
    Waits,
}

/// What was answered before, as it is answered again.
pub(super) fn replay(known: Known) -> Told {
    match known {
        Known::Done(stored) => Ok(Answer {
            stored,
            is_replayed: true,
        }),
        Known::Reused => Err(refusal::reused()),
        Known::Pruned(result_id) => Err(refusal::pruned(result_id)),
    }
}

impl Bond {
    /// The first of the items that was refused before, if that stops the others.
    pub(super) fn refused_by(self, known: &[Option<Known>]) -> Option<usize> {
        let is_refused = |known: &Option<Known>| match known {
            Some(Known::Done(stored)) => stored.status >= 400,
            Some(Known::Reused | Known::Pruned(_)) => true,
            None => false,
        };
        let place = known.iter().position(is_refused);
        place.filter(|_| self == Self::AllOrNone)
    }
}

/// What the items of a batch are told of which nothing was done, because of the one in a place: what was answered before
/// is answered again.
pub(super) fn aborted(known: Vec<Option<Known>>, (place, why): (usize, Option<Problem>)) -> Round {
    let mut told: Round = known
        .into_iter()
        .map(|known| known.map_or_else(|| Err(refusal::batch_aborted(place)), replay))
        .map(Some)
        .collect();
    if let (Some(refused), Some(why)) = (told.get_mut(place), why) {
        *refused = Some(Err(refusal::of_batch(why)));
    }
    told
}
