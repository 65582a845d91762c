//! Rules of the system's hold: it reserves credits of a purchase while the purchase is refunded or disputed.
//!
//! A purchase has at most one in a wallet, except after a merge of two wallets of which each had one. The hold has no expiry. It
//! becomes smaller by a release. To become larger it ends, and another one opens with its pins, so that the amount of a hold
//! never changes.

use std::collections::{BTreeMap, BTreeSet};

use foundation::Timestamp;

use super::claw_back::PurchaseLots;
use super::hold::{Hold, HoldEventKind, HoldState, OnExpiry, Pin};
use super::hold_kind::HoldKind;
use super::hold_lots::{HoldChange, HoldEnd};
use super::lot::RowChange;
use super::row_ids::RowIds;
use super::state::AccountState;

/// Credits of a purchase to be reserved in one wallet.
pub(crate) struct SystemReservation<'a> {
    /// Name of the purchase.
    pub(crate) reference: &'a str,
    /// Its lots.
    pub(crate) lots: &'a PurchaseLots,
    /// Number of credits.
    pub(crate) amount: i64,
    /// Public id for a new hold.
    pub(crate) public_id: String,
}

/// Returns the first part of the operation key of a purchase's holds. The hold's key follows.
fn key_prefix(reference: &str) -> String {
    format!("freeze:{reference}:")
}

/// Returns empty pins of the other lots whose credits the pinned lots have got by merges. By such a trace the undo of a merge
/// knows that a hold has to go back with these credits, also if it was opened after the merge.
fn traces(pins: &[Pin], lots: &PurchaseLots) -> Vec<Pin> {
    let pinned: BTreeSet<i64> = pins.iter().map(|pin| pin.lot_id).collect();
    let roots: BTreeSet<i64> = pinned
        .iter()
        .filter_map(|lot| lots.get(lot).copied())
        .collect();
    let others = lots
        .iter()
        .filter(|(lot, root)| roots.contains(root) && !pinned.contains(lot));
    let others: BTreeSet<i64> = others.map(|(lot, _)| *lot).collect();
    let trace = |lot_id| Pin {
        lot_id,
        amount: 0,
        mark: RowChange::New,
    };
    others.into_iter().map(trace).collect()
}

impl AccountState {
    /// Returns the indexes of the open holds of a purchase.
    fn system_holds(&self, reference: &str) -> Vec<usize> {
        let prefix = key_prefix(reference);
        let is_of_purchase = |hold: &Hold| {
            hold.is_open() && hold.kind == HoldKind::Dispute && hold.op_key.starts_with(&prefix)
        };
        let holds = self.holds.iter().enumerate();
        holds
            .filter(|(_, hold)| is_of_purchase(hold))
            .map(|(index, _)| index)
            .collect()
    }

    /// Returns the credits that the system reserves of a purchase.
    pub(crate) fn frozen_of(&self, reference: &str) -> i64 {
        let indexes = self.system_holds(reference).into_iter();
        let holds = indexes.filter_map(|index| self.holds.get(index));
        holds.map(Hold::remaining).sum()
    }

    /// Releases credits that the system reserves of a purchase, at most as many as there are.
    pub(crate) fn release_frozen(&mut self, reference: &str, amount: i64, at: Timestamp) {
        let mut left = amount;
        for index in self.system_holds(reference) {
            let Some(hold) = self.holds.get(index).filter(|_| left > 0) else {
                continue;
            };
            let (remaining, op_key) = (hold.remaining(), hold.op_key.clone());
            let part = remaining.min(left);
            left -= part;
            if part < remaining {
                self.release_part(index, part, &op_key, at);
            } else {
                let end = HoldEnd {
                    state: HoldState::Voided,
                    event: HoldEventKind::Voided,
                };
                self.close(index, end, &op_key, at);
            }
        }
    }

    /// Releases a part of a hold, which stays open.
    fn release_part(&mut self, index: usize, amount: i64, op_key: &str, at: Timestamp) {
        self.unpin(index, amount);
        let released = HoldChange::new(HoldEventKind::Released, amount);
        self.note(index, released, op_key, at);
        if let Some(hold) = self.holds.get_mut(index) {
            hold.released += amount;
        }
    }

    /// Sets the credits that the system reserves of a purchase. The lots must have as many that no other hold has pinned.
    pub(crate) fn freeze(
        &mut self,
        reservation: &SystemReservation<'_>,
        at: Timestamp,
        keys: &RowIds,
    ) {
        let frozen = self.frozen_of(reservation.reference);
        if reservation.amount <= frozen {
            self.release_frozen(reservation.reference, frozen - reservation.amount, at);
            return;
        }
        let more = self.unpinned_shares(reservation.lots, reservation.amount - frozen);
        let mut pins: BTreeMap<i64, i64> = BTreeMap::new();
        for index in self.system_holds(reservation.reference) {
            let hold = self.holds.get(index).into_iter();
            for pin in hold.flat_map(|hold| &hold.pins) {
                *pins.entry(pin.lot_id).or_default() += pin.amount;
            }
        }
        for (index, amount) in more {
            if let Some(lot) = self.lots.get(index) {
                *pins.entry(lot.id).or_default() += amount;
            }
        }
        self.release_frozen(reservation.reference, frozen, at);
        let mut pins = self.pin_for_system(&pins);
        pins.extend(traces(&pins, reservation.lots));
        self.open_system_hold(reservation, pins, at, keys);
    }

    /// Pins credits of lots, by their keys, and returns the pins in burn order.
    fn pin_for_system(&mut self, amounts: &BTreeMap<i64, i64>) -> Vec<Pin> {
        let lots = self.lots.in_order();
        let lots = lots.filter(|(_, lot)| amounts.contains_key(&lot.id));
        let indexes: Vec<usize> = lots.map(|(index, _)| index).collect();
        let mut pins = Vec::with_capacity(indexes.len());
        for index in indexes {
            let Some(lot) = self.lots.get_mut(index) else {
                continue;
            };
            let amount = amounts.get(&lot.id).copied().unwrap_or_default();
            if amount > 0 {
                lot.pin(amount);
                self.account.held += amount;
                pins.push(Pin {
                    lot_id: lot.id,
                    amount,
                    mark: RowChange::New,
                });
            }
        }
        pins
    }

    /// Adds an open hold of the system, whose lots are pinned.
    fn open_system_hold(
        &mut self,
        reservation: &SystemReservation<'_>,
        pins: Vec<Pin>,
        at: Timestamp,
        keys: &RowIds,
    ) {
        let amount = pins.iter().map(|pin| pin.amount).sum();
        let id = keys.next();
        let op_key = format!("{}{id}", key_prefix(reservation.reference));
        self.account.open.holds += 1;
        self.holds.push(Hold {
            id,
            public_id: reservation.public_id.clone(),
            op_key: op_key.clone(),
            kind: HoldKind::Dispute,
            state: HoldState::Open,
            amount,
            captured: 0,
            released: 0,
            expires_at: None,
            on_expiry: OnExpiry::Release,
            billed: None,
            description: Some("Credits of a payment that is refunded or disputed".to_owned()),
            metadata: "{}".to_owned(),
            opened_at: at,
            closed_at: None,
            late_at: None,
            events: 0,
            pins,
            mark: RowChange::New,
        });
        let opened = HoldChange::new(HoldEventKind::Opened, amount);
        self.note(self.holds.len() - 1, opened, &op_key, at);
    }
}
