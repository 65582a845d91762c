//! Rules of holds: opening, capturing, voiding, extending and expiring.
//!
//! Opening a hold books nothing: it reserves credits and pins the lots from which they will be taken. Credits that were pinned
//! before their lot expired can be captured after that; if they are released instead, they expire at once.

use super::hold_lots::{HoldChange, HoldEnd, LateCapture};
use super::lots::RequiredCredits;
use std::collections::BTreeMap;
use std::time::Duration;

use foundation::Timestamp;

use super::amount::{Amount, sum_in_range};
use super::book::SystemAccount;
use super::booking::{DraftTransaction, NewEvent, legs};
use super::capture::{Capture, Overage};
use super::hold::{Hold, HoldEventKind, HoldState, OnExpiry, OpenHold, Pin};
use super::hold_kind::HoldKind;
use super::hold_lots::{billed, feature_of};
use super::lot::RowChange;
use super::operation::{LedgerRefusal, OperationEffect};
use super::posting::{Attribution, EventDetail, EventKind, Side, TransactionDetails};
use super::row_ids::RowIds;
use super::state::AccountState;
use super::txn_kind::TxnKind;

/// Limit of the open holds of one wallet.
pub(crate) const MAX_OPEN_HOLDS: usize = 10_000;
/// Limit of the time from the opening of a hold to its expiry, extensions included.
pub(crate) const MAX_LIFETIME: Duration = Duration::from_hours(7 * 24);

/// Credits of a capture, to be booked.
struct CaptureBooking {
    /// Number of credits.
    amount: i64,
    /// Part of `amount` that becomes debt.
    owed: i64,
    /// Credits that are taken from lots, by their indexes.
    takes: BTreeMap<usize, i64>,
}

impl AccountState {
    /// Opens a hold: reserves credits and pins the lots from which they will be taken.
    pub(crate) fn open_hold(
        &mut self,
        open: &OpenHold,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> Result<OperationEffect, LedgerRefusal> {
        if open.ttl > MAX_LIFETIME {
            return Err(LedgerRefusal::HoldTooLong);
        }
        if self.open_holds() >= MAX_OPEN_HOLDS {
            return Err(LedgerRefusal::TooManyHolds);
        }
        let required = open.amount.get();
        let credits = RequiredCredits {
            amount: required,
            feature: open.feature,
        };
        let (shares, taken) = self.shares(credits, at)?;
        if taken < required {
            return Err(LedgerRefusal::Insufficient {
                required,
                available: taken,
            });
        }
        let mut pins = Vec::with_capacity(shares.len());
        for (index, amount) in shares {
            if let Some(lot) = self.lots.get_mut(index) {
                lot.pin(amount);
                pins.push(Pin {
                    lot_id: lot.id,
                    amount,
                    mark: RowChange::New,
                });
            }
        }
        self.account.held += required;
        self.account.open.holds += 1;
        let expires_at = at.plus(open.ttl);
        self.note_due(Some(expires_at));
        self.holds.push(Hold {
            id: keys.next(),
            public_id: open.public_id.clone(),
            op_key: details.op_key.clone(),
            kind: HoldKind::Hold,
            state: HoldState::Open,
            amount: required,
            captured: 0,
            released: 0,
            expires_at: Some(expires_at),
            on_expiry: open.on_expiry,
            billed: details.attribution.billed,
            description: details.description,
            metadata: details.metadata,
            opened_at: at,
            closed_at: None,
            late_at: None,
            events: 0,
            pins,
            mark: RowChange::New,
        });
        let index = self.holds.len() - 1;
        let opened = HoldChange::new(HoldEventKind::Opened, required);
        self.note(index, opened, &details.op_key, at);
        Ok(OperationEffect::hold(index))
    }

    /// Spends the credits that a hold reserves, or a part of them.
    pub(crate) fn capture(
        &mut self,
        capture: &Capture,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> Result<OperationEffect, LedgerRefusal> {
        let (index, hold) = self.client_hold(&capture.hold)?;
        let feature = feature_of(hold, &details)?;
        if hold.is_captured_late(capture) {
            return self.capture_late(capture, details, at, keys);
        }
        let hold = open(hold)?;
        let remaining = hold.remaining();
        let amount = capture.amount.map_or(remaining, Amount::get);
        let details = billed(details, hold, amount);
        let of_hold = amount.min(remaining);
        if amount > remaining && capture.overage == Overage::Reject {
            return Err(LedgerRefusal::CaptureExceedsHold { remaining });
        }
        let beyond = RequiredCredits {
            amount: amount - of_hold,
            feature,
        };
        let (shares, owed) = self.beyond(beyond, capture.overage, of_hold, at)?;
        let op_key = details.op_key.clone();
        let mut takes: BTreeMap<usize, i64> = shares.into_iter().collect();
        for (lot, pinned) in self.unpin(index, of_hold) {
            *takes.entry(lot).or_default() += pinned;
        }
        let booking = CaptureBooking {
            amount,
            owed,
            takes,
        };
        let txn = self.book_capture(booking, details, at, keys);
        let captured = HoldChange::new(HoldEventKind::Captured, of_hold);
        self.note(index, captured, &op_key, at);
        if let Some(hold) = self.holds.get_mut(index) {
            hold.captured += of_hold;
        }
        if capture.is_final || of_hold == remaining {
            let end = HoldEnd {
                state: HoldState::Captured,
                event: HoldEventKind::Released,
            };
            self.close(index, end, &op_key, at);
        }
        Ok(OperationEffect {
            txn: Some(txn),
            hold: Some(index),
        })
    }

    /// Spends available credits in place of an expired hold: what the hold had left, and more only as a capture in time could
    /// take more. The hold stays expired, and records the captured credits.
    fn capture_late(
        &mut self,
        capture: &Capture,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> Result<OperationEffect, LedgerRefusal> {
        let (index, hold) = self.hold(&capture.hold)?;
        let (left, feature) = (hold.uncaptured(), feature_of(hold, &details)?);
        let amount = capture.amount.map_or(left, Amount::get);
        let details = billed(details, hold, amount);
        let overage = match capture.overage {
            Overage::Reject if amount > left => {
                return Err(LedgerRefusal::CaptureExceedsHold { remaining: left });
            }
            Overage::Reject | Overage::Available => Overage::Available,
            Overage::Debt => Overage::Debt,
        };
        let (shares, owed) = self.beyond(RequiredCredits { amount, feature }, overage, 0, at)?;
        let op_key = details.op_key.clone();
        let takes = shares.into_iter().collect();
        let booking = CaptureBooking {
            amount,
            owed,
            takes,
        };
        let txn = self.book_capture(booking, details, at, keys);
        let late = LateCapture {
            index,
            is_final: capture.is_final,
            amount: amount.min(left),
        };
        self.note_late(late, &op_key, at);
        Ok(OperationEffect {
            txn: Some(txn),
            hold: Some(index),
        })
    }

    /// Voids a hold: its remaining credits can be spent again.
    pub(crate) fn void(
        &mut self,
        hold: &str,
        details: &TransactionDetails,
        at: Timestamp,
    ) -> Result<OperationEffect, LedgerRefusal> {
        let (index, hold) = self.client_hold(hold)?;
        open(hold)?;
        let end = HoldEnd {
            state: HoldState::Voided,
            event: HoldEventKind::Voided,
        };
        self.close(index, end, &details.op_key, at);
        Ok(OperationEffect::hold(index))
    }

    /// Extends a hold. The time to live counts from now, and never shortens the hold.
    pub(crate) fn extend(
        &mut self,
        hold: &str,
        ttl: Duration,
        details: &TransactionDetails,
        at: Timestamp,
    ) -> Result<OperationEffect, LedgerRefusal> {
        let (index, hold) = self.client_hold(hold)?;
        let hold = open(hold)?;
        let until = at.plus(ttl);
        if until > hold.opened_at.plus(MAX_LIFETIME) {
            return Err(LedgerRefusal::HoldTooLong);
        }
        if let Some(hold) = self.holds.get_mut(index) {
            hold.expires_at = hold.expires_at.map(|before| before.max(until));
        }
        let extended = HoldChange::new(HoldEventKind::Extended, 0);
        self.note(index, extended, &details.op_key, at);
        Ok(OperationEffect::hold(index))
    }

    /// Ends a hold at its expiry, and returns the indexes of the lots whose credits it released. A hold with [`OnExpiry::Capture`]
    /// spends its remaining credits instead of releasing them.
    pub(crate) fn expire_hold(
        &mut self,
        due_at: Timestamp,
        index: usize,
        keys: &RowIds,
    ) -> Vec<usize> {
        let Some(hold) = self.holds.get(index).filter(|hold| hold.is_open()) else {
            return Vec::new();
        };
        let rest = hold.remaining();
        let op_key = format!("hold:{}:expiry", hold.id);
        let end = match hold.on_expiry {
            OnExpiry::Capture => {
                self.capture_at_the_end(index, &op_key, due_at, keys);
                HoldEnd {
                    state: HoldState::Captured,
                    event: HoldEventKind::Released,
                }
            }
            OnExpiry::Release => HoldEnd {
                state: HoldState::Expired,
                event: HoldEventKind::Expired,
            },
        };
        let released_lots = self.close(index, end, &op_key, due_at);
        let event = NewEvent {
            kind: EventKind::HoldExpired,
            txn_id: None,
            hold: self.holds.get(index).map(|hold| hold.public_id.clone()),
            amount: rest,
            detail: EventDetail::NONE,
            billing: None,
        };
        self.emit(event, due_at, keys);
        released_lots
    }

    /// Spends all that a hold has left.
    fn capture_at_the_end(&mut self, index: usize, op_key: &str, due_at: Timestamp, keys: &RowIds) {
        let Some(hold) = self.holds.get(index) else {
            return;
        };
        let rest = hold.remaining();
        let details = TransactionDetails {
            op_key: op_key.to_owned(),
            actor: "system".to_owned(),
            description: hold.description.clone(),
            metadata: hold.metadata.clone(),
            attribution: Attribution::default(),
        };
        let details = details.billed(hold.billed_for(rest));
        let at = due_at.max(self.account.last_booked_at);
        let takes = self.unpin(index, rest).into_iter().collect();
        let booking = CaptureBooking {
            amount: rest,
            owed: 0,
            takes,
        };
        self.book_capture(booking, details, at, keys);
        let captured = HoldChange::new(HoldEventKind::Captured, rest);
        self.note(index, captured, op_key, due_at);
        if let Some(hold) = self.holds.get_mut(index) {
            hold.captured += rest;
        }
    }

    /// Chooses the lots for credits beyond a hold. Returns the shares by index, and the credits to be borrowed.
    fn beyond(
        &self,
        required: RequiredCredits,
        overage: Overage,
        of_hold: i64,
        at: Timestamp,
    ) -> Result<(Vec<(usize, i64)>, i64), LedgerRefusal> {
        let (shares, taken) = self.shares(required, at)?;
        let owed = required.amount - taken;
        let credit = match overage {
            Overage::Reject | Overage::Available => 0,
            Overage::Debt => self.account.overdraft_left(),
        };
        if owed > credit {
            return Err(LedgerRefusal::Insufficient {
                required: of_hold + required.amount,
                available: of_hold + taken + credit,
            });
        }
        if sum_in_range(self.account.debt.posted, owed).is_none() {
            return Err(LedgerRefusal::OutOfRange);
        }
        Ok((shares, owed))
    }

    /// Books a capture, and returns the index of the transaction.
    fn book_capture(
        &mut self,
        booking: CaptureBooking,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> usize {
        let CaptureBooking {
            amount,
            owed,
            takes,
        } = booking;
        let to = Side::System(SystemAccount::Spent);
        let draft = DraftTransaction {
            kind: TxnKind::Capture,
            details,
            at,
            posting: legs(&[
                (Side::Wallet, owed - amount),
                (Side::Debt, -owed),
                (to, amount),
            ]),
            takes: takes.into_iter().collect(),
            event: None,
        };
        self.book(draft, keys).txn
    }
}

/// Returns the hold if it is open, or the refusal for its state.
fn open(hold: &Hold) -> Result<&Hold, LedgerRefusal> {
    let closed_at = hold.closed_at.unwrap_or_default();
    match hold.state {
        HoldState::Open => Ok(hold),
        HoldState::Expired => Err(LedgerRefusal::HoldExpired { closed_at }),
        HoldState::Captured | HoldState::Voided => Err(LedgerRefusal::HoldNotOpen {
            state: hold.state,
            closed_at,
        }),
    }
}
