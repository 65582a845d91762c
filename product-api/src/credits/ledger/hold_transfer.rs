//! Moves open holds from one wallet to another with the credits that they have pinned.

use std::collections::{HashMap, HashSet};

use super::hold::{Hold, Pin};
use super::lot::RowChange;
use super::state::AccountState;
use super::transfer::TransferContents;

/// A pin that moves from one lot to another with its hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PinTransfer {
    /// Key of the hold.
    pub(crate) hold_id: i64,
    /// Key of the giving lot.
    pub(crate) from_lot: i64,
    /// Key of the receiving lot.
    pub(crate) to_lot: i64,
    /// Number of credits.
    pub(crate) amount: i64,
    /// Position of the pin in the hold. Position 0 stays with the lots that the hold pinned when it was opened.
    pub(crate) position: i64,
}

impl TransferContents {
    /// Returns the pins that move; none before all receiving lots are known.
    pub(crate) fn pin_transfers(&self) -> Vec<PinTransfer> {
        let lots = self.lot_transfers.iter();
        let lots =
            lots.filter_map(|lot_transfer| Some((lot_transfer.lot.id, lot_transfer.to_lot?)));
        let to_lots: HashMap<i64, i64> = lots.collect();
        let mut pin_transfers = Vec::new();
        for hold in &self.holds {
            let pins = hold.pins.iter().filter(|pin| pin.amount > 0);
            pin_transfers.extend(pins.zip(1_i64..).filter_map(|(pin, position)| {
                Some(PinTransfer {
                    hold_id: hold.id,
                    from_lot: pin.lot_id,
                    to_lot: *to_lots.get(&pin.lot_id)?,
                    amount: pin.amount,
                    position,
                })
            }));
        }
        pin_transfers
    }
}

impl AccountState {
    /// Removes the moving holds, and their pins from the giving lots.
    pub(super) fn detach_holds(&mut self, contents: &TransferContents) {
        for lot_transfer in &contents.lot_transfers {
            self.pin_moving(Some(lot_transfer.lot.id), -lot_transfer.pinned);
        }
        let moving: HashSet<i64> = contents.holds.iter().map(|hold| hold.id).collect();
        self.holds.retain(|hold| !moving.contains(&hold.id));
        self.account.open.holds -= i64::try_from(moving.len()).unwrap_or_default();
    }

    /// Adds the moving holds, which pin the receiving lots. The caller writes the rows of their pins.
    pub(super) fn attach_holds(&mut self, contents: &TransferContents) {
        for lot_transfer in &contents.lot_transfers {
            self.pin_moving(lot_transfer.to_lot, lot_transfer.pinned);
        }
        let mut pins_of: HashMap<i64, Vec<Pin>> = HashMap::new();
        for pin in contents.pin_transfers() {
            pins_of.entry(pin.hold_id).or_default().push(Pin {
                lot_id: pin.to_lot,
                amount: pin.amount,
                mark: RowChange::Unchanged,
            });
        }
        for hold in &contents.holds {
            self.note_due(hold.due_at());
            self.account.open.holds += 1;
            self.holds.push(Hold {
                pins: pins_of.remove(&hold.id).unwrap_or_default(),
                ..hold.clone()
            });
        }
    }

    /// Pins credits of a lot for the moving holds, or unpins them if `amount` is below zero.
    fn pin_moving(&mut self, lot_id: Option<i64>, amount: i64) {
        let index = lot_id.and_then(|id| self.lots.index_of(id));
        let lot = index.and_then(|index| self.lots.get_mut(index));
        if let Some(lot) = lot.filter(|_| amount != 0) {
            lot.pin(amount);
            self.account.held += amount;
        }
    }
}
