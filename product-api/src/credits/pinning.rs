//! What the rules of holds have in common: finding one, taking its pins off, ending it, and writing down what happened.

use foundation::Timestamp;

use super::hold::{Hold, HoldEvent, HoldEventKind, HoldState};
use super::holding::Capture;
use super::ledger::AccountState;
use super::lot::Mark;
use super::operation::Refusal;
use super::posting::Slip;

impl AccountState {
    /// A hold by its id outside.
    pub(super) fn hold(&self, public_id: &str) -> Result<(usize, &Hold), Refusal> {
        let mut holds = self.holds.iter().enumerate();
        holds
            .find(|(_, hold)| hold.public_id == public_id)
            .ok_or(Refusal::NoSuchHold)
    }

    /// Takes pins of a hold off, in burn order; which lots they were on, by their places.
    pub(super) fn unpin(&mut self, place: usize, amount: i64) -> Vec<(usize, i64)> {
        let mut left = amount;
        let mut unpinned = Vec::new();
        let Some(hold) = self.holds.get_mut(place) else {
            return unpinned;
        };
        let mut ends = None;
        for pin in &mut hold.pins {
            let part = pin.amount.min(left);
            let lot = self.lots.place_of(pin.lot_id);
            let Some(lot_place) = lot.filter(|_| part > 0) else {
                continue;
            };
            pin.amount -= part;
            if pin.mark == Mark::Kept {
                pin.mark = Mark::Changed;
            }
            left -= part;
            if let Some(lot) = self.lots.get_mut(lot_place) {
                lot.pin(-part);
                ends = [ends, lot.due_at()].into_iter().flatten().min();
            }
            unpinned.push((lot_place, part));
        }
        self.falls_due(ends);
        assert!(left == 0, "a hold had pinned less than it held");
        self.account.held -= amount;
        unpinned
    }

    /// Ends a hold; what is left of it can be spent again. It says of which lots that is, by their places.
    pub(super) fn close(
        &mut self,
        place: usize,
        (state, event): (HoldState, HoldEventKind),
        op_key: &str,
        at: Timestamp,
    ) -> Vec<usize> {
        let Some(rest) = self.holds.get(place).map(Hold::remaining) else {
            return Vec::new();
        };
        let let_go = self.unpin(place, rest);
        if rest > 0 || event != HoldEventKind::Released {
            self.note(place, (event, rest), op_key, at);
        }
        if let Some(hold) = self.holds.get_mut(place) {
            self.account.open.holds -= i64::from(hold.is_open());
            hold.released += rest;
            hold.state = state;
            hold.closed_at = Some(at);
        }
        let_go.into_iter().map(|(lot, _)| lot).collect()
    }

    /// Writes down what was captured of a hold after its time had run out.
    pub(super) fn note_late(
        &mut self,
        (place, capture): (usize, &Capture),
        of_hold: i64,
        op_key: &str,
        at: Timestamp,
    ) {
        self.note(place, (HoldEventKind::Captured, of_hold), op_key, at);
        if let Some(hold) = self.holds.get_mut(place) {
            let is_all = of_hold == hold.uncaptured();
            hold.captured += of_hold;
            hold.released -= of_hold;
            hold.late_at = (capture.is_final || is_all).then_some(at);
        }
    }

    /// Writes down what happened to a hold.
    pub(super) fn note(
        &mut self,
        place: usize,
        (kind, amount): (HoldEventKind, i64),
        op_key: &str,
        at: Timestamp,
    ) {
        let Some(hold) = self.holds.get_mut(place) else {
            return;
        };
        // Nothing that follows is booked before: what was let go was held until now.
        self.account.last_booked_at = self.account.last_booked_at.max(at);
        hold.events += 1;
        if hold.mark == Mark::Kept {
            hold.mark = Mark::Changed;
        }
        self.writes.hold_events.push(HoldEvent {
            hold_id: hold.id,
            n: hold.events,
            kind,
            amount,
            op_key: op_key.to_owned(),
            at,
        });
    }
}

/// The feature that a capture is for: the hold's, which it may name again, or the one it names where the hold has none.
/// What was pinned for one feature is not used for another.
pub(super) fn feature_of(hold: &Hold, slip: &Slip) -> Result<Option<i64>, Refusal> {
    let named = slip.about.billed.as_ref().map(|billed| billed.feature_id);
    match (&hold.billed, named) {
        (Some(of_hold), Some(named)) if of_hold.feature_id != named => Err(Refusal::OtherFeature {
            code: of_hold.code.clone(),
        }),
        (of_hold, named) => Ok(of_hold.as_ref().map(|of| of.feature_id).or(named)),
    }
}

/// The paper of a capture: what it names, or what its hold was for.
pub(super) fn billed(slip: Slip, hold: &Hold, amount: i64) -> Slip {
    if slip.about.billed.is_some() {
        slip
    } else {
        slip.billed(hold.billed_for(amount))
    }
}
