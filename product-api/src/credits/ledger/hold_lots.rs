//! Common steps of the hold rules: finding a hold, unpinning its lots, closing it, and recording its events.

use foundation::Timestamp;

use super::hold::{Hold, HoldEvent, HoldEventKind, HoldState};
use super::hold_kind::HoldKind;
use super::lot::RowChange;
use super::operation::LedgerRefusal;
use super::posting::TransactionDetails;
use super::state::AccountState;

/// Change of a hold, to be recorded.
#[derive(Clone, Copy)]
pub(crate) struct HoldChange {
    kind: HoldEventKind,
    amount: i64,
}

impl HoldChange {
    /// Returns a change by a number of credits.
    pub(crate) const fn new(kind: HoldEventKind, amount: i64) -> Self {
        Self { kind, amount }
    }
}

/// Final state of a hold, and the event of its end.
#[derive(Clone, Copy)]
pub(crate) struct HoldEnd {
    /// The state.
    pub(crate) state: HoldState,
    /// Kind of the event.
    pub(crate) event: HoldEventKind,
}

/// A capture after its hold has expired.
#[derive(Clone, Copy)]
pub(crate) struct LateCapture {
    /// Index of the hold.
    pub(crate) index: usize,
    /// True for the last capture.
    pub(crate) is_final: bool,
    /// Credits that count as captured from the hold.
    pub(crate) amount: i64,
}

impl AccountState {
    /// Returns a hold and its index, by its public id.
    pub(crate) fn hold(&self, public_id: &str) -> Result<(usize, &Hold), LedgerRefusal> {
        let mut holds = self.holds.iter().enumerate();
        holds
            .find(|(_, hold)| hold.public_id == public_id)
            .ok_or(LedgerRefusal::NoSuchHold)
    }

    /// Returns a hold that clients may end or extend, and its index, by its public id.
    pub(crate) fn client_hold(&self, public_id: &str) -> Result<(usize, &Hold), LedgerRefusal> {
        let (index, hold) = self.hold(public_id)?;
        match hold.kind {
            HoldKind::Hold => Ok((index, hold)),
            HoldKind::Dispute => Err(LedgerRefusal::SystemHold),
        }
    }

    /// Removes pins of a hold in burn order, and returns the credits by the indexes of their lots.
    pub(crate) fn unpin(&mut self, index: usize, amount: i64) -> Vec<(usize, i64)> {
        let mut left = amount;
        let mut unpinned = Vec::new();
        let Some(hold) = self.holds.get_mut(index) else {
            return unpinned;
        };
        let mut ends = None;
        for pin in &mut hold.pins {
            let part = pin.amount.min(left);
            let lot = self.lots.index_of(pin.lot_id);
            let Some(lot_index) = lot.filter(|_| part > 0) else {
                continue;
            };
            pin.amount -= part;
            if pin.mark == RowChange::Unchanged {
                pin.mark = RowChange::Changed;
            }
            left -= part;
            if let Some(lot) = self.lots.get_mut(lot_index) {
                lot.pin(-part);
                ends = [ends, lot.due_at()].into_iter().flatten().min();
            }
            unpinned.push((lot_index, part));
        }
        self.note_due(ends);
        assert!(left == 0, "a hold had pinned less than it held");
        self.account.held -= amount;
        unpinned
    }

    /// Closes a hold and releases its rest. Returns the indexes of the lots whose credits it released.
    pub(crate) fn close(
        &mut self,
        index: usize,
        end: HoldEnd,
        op_key: &str,
        at: Timestamp,
    ) -> Vec<usize> {
        let Some(rest) = self.holds.get(index).map(Hold::remaining) else {
            return Vec::new();
        };
        let released_lots = self.unpin(index, rest);
        if rest > 0 || end.event != HoldEventKind::Released {
            self.note(index, HoldChange::new(end.event, rest), op_key, at);
        }
        if let Some(hold) = self.holds.get_mut(index) {
            self.account.open.holds -= i64::from(hold.is_open());
            hold.released += rest;
            hold.state = end.state;
            hold.closed_at = Some(at);
        }
        released_lots.into_iter().map(|(lot, _)| lot).collect()
    }

    /// Records a capture after the hold has expired.
    pub(crate) fn note_late(&mut self, late: LateCapture, op_key: &str, at: Timestamp) {
        let captured = HoldChange::new(HoldEventKind::Captured, late.amount);
        self.note(late.index, captured, op_key, at);
        if let Some(hold) = self.holds.get_mut(late.index) {
            let is_all = late.amount == hold.uncaptured();
            hold.captured += late.amount;
            hold.released -= late.amount;
            hold.late_at = (late.is_final || is_all).then_some(at);
        }
    }

    /// Records an event of a hold.
    pub(crate) fn note(&mut self, index: usize, change: HoldChange, op_key: &str, at: Timestamp) {
        let Some(hold) = self.holds.get_mut(index) else {
            return;
        };
        // Nothing that follows is booked earlier, because released credits were held until now.
        self.account.last_booked_at = self.account.last_booked_at.max(at);
        hold.events += 1;
        if hold.mark == RowChange::Unchanged {
            hold.mark = RowChange::Changed;
        }
        self.writes.hold_events.push(HoldEvent {
            hold_id: hold.id,
            n: hold.events,
            kind: change.kind,
            amount: change.amount,
            op_key: op_key.to_owned(),
            at,
        });
    }
}

/// Returns the feature of a capture: the hold's, which it may name again, or the one it names if the hold has none. Credits
/// that were reserved for one feature are not used for another.
pub(crate) fn feature_of(
    hold: &Hold,
    details: &TransactionDetails,
) -> Result<Option<i64>, LedgerRefusal> {
    let named = details
        .attribution
        .billed
        .as_ref()
        .map(|billed| billed.feature_id);
    match (&hold.billed, named) {
        (Some(of_hold), Some(named)) if of_hold.feature_id != named => {
            Err(LedgerRefusal::OtherFeature {
                code: of_hold.code.clone(),
            })
        }
        (of_hold, named) => Ok(of_hold.as_ref().map(|of| of.feature_id).or(named)),
    }
}

/// Returns the details of a capture, with the feature that it names, or else the hold's.
pub(crate) fn billed(details: TransactionDetails, hold: &Hold, amount: i64) -> TransactionDetails {
    if details.attribution.billed.is_some() {
        details
    } else {
        details.billed(hold.billed_for(amount))
    }
}
