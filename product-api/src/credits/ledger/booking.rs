//! Booking: writes a posting as a transaction, its entries, its lot moves, and the account's new balances.

use foundation::Timestamp;
use serde_json::Value;

use super::account::EventSubscription;
use super::operation::BookedTransaction;
use super::posting::{
    Entry, EventDetail, EventKind, LotMove, Posting, Side, TransactionDetails, Txn, WalletEvent,
};
use super::row_ids::RowIds;
use super::state::{AccountState, AlertBaseline};
use super::txn_kind::TxnKind;

/// A transaction to be booked.
pub(crate) struct DraftTransaction {
    /// Kind of the transaction.
    pub(crate) kind: TxnKind,
    /// Details of the transaction.
    pub(crate) details: TransactionDetails,
    /// Booking time.
    pub(crate) at: Timestamp,
    /// Credits that it moves between accounts.
    pub(crate) posting: Posting,
    /// Credits that it takes from lots, by their indexes.
    pub(crate) takes: Vec<(usize, i64)>,
    /// Kind of the event to be written, if there is one.
    pub(crate) event: Option<EventKind>,
}

/// An event to be written.
pub(crate) struct NewEvent {
    /// Kind of the event.
    pub(crate) kind: EventKind,
    /// Key of the transaction that caused the event.
    pub(crate) txn_id: Option<i64>,
    /// Public id of the hold that the event is about.
    pub(crate) hold: Option<String>,
    /// Credits that the event is about.
    pub(crate) amount: i64,
    /// Details of this kind of event.
    pub(crate) detail: EventDetail,
    /// The purchase that the event is about.
    pub(crate) billing: Option<Value>,
}

impl NewEvent {
    const fn by(txn_id: i64, kind: EventKind, amount: i64) -> Self {
        Self {
            kind,
            txn_id: Some(txn_id),
            hold: None,
            amount,
            detail: EventDetail::NONE,
            billing: None,
        }
    }
}

impl AccountState {
    /// Books a draft under a new key.
    pub(crate) fn book(&mut self, draft: DraftTransaction, keys: &RowIds) -> BookedTransaction {
        self.book_as(keys.next(), draft, keys)
    }

    /// Books a draft under a key that was drawn for it.
    pub(crate) fn book_as(
        &mut self,
        id: i64,
        draft: DraftTransaction,
        keys: &RowIds,
    ) -> BookedTransaction {
        self.enter(id, &draft.posting, keys);
        self.take(id, &draft.takes);
        self.account.txn_count += 1;
        self.account.last_booked_at = draft.at;
        let amount = draft.posting.change_of(Side::Wallet) + draft.posting.change_of(Side::Debt);
        self.writes.txns.push(Txn {
            id,
            public_id: String::new(),
            account_id: self.account.id,
            n: self.account.txn_count,
            amount,
            balance_after: self.account.posted - self.account.debt.posted,
            kind: draft.kind,
            reverses: None,
            details: draft.details,
            booked_at: draft.at,
        });
        if let Some(kind) = draft.event {
            self.emit(NewEvent::by(id, kind, amount), draft.at, keys);
        }
        BookedTransaction {
            txn: self.writes.txns.len() - 1,
        }
    }

    /// Writes one entry for each leg and changes the balances by it.
    fn enter(&mut self, txn_id: i64, posting: &Posting, keys: &RowIds) {
        for ((side, amount), leg) in posting.legs().iter().zip(1_i16..) {
            let (account_id, after) = match side {
                Side::Wallet => {
                    self.account.posted += amount;
                    self.account.seq += 1;
                    (
                        self.account.id,
                        Some((self.account.seq, self.account.posted)),
                    )
                }
                Side::Debt => {
                    let debt = &mut self.account.debt;
                    debt.posted -= amount;
                    debt.seq += 1;
                    let id = *debt.account_id.get_or_insert_with(|| keys.next());
                    (id, Some((debt.seq, debt.posted)))
                }
                Side::System(system) => (system.key_in(self.account.of.book_id), None),
            };
            self.writes.entries.push(Entry {
                txn_id,
                leg,
                account_id,
                amount: *amount,
                after,
            });
        }
        assert!(
            self.account.posted >= self.account.held && self.account.debt.posted >= 0,
            "a balance fell below zero"
        );
    }

    fn take(&mut self, txn_id: i64, takes: &[(usize, i64)]) {
        for (index, amount) in takes.iter().filter(|(_, amount)| *amount != 0) {
            let Some(lot) = self.lots.get_mut(*index) else {
                continue;
            };
            let was_open = lot.remaining > 0;
            lot.take(*amount);
            let (lot_id, due_at) = (lot.id, lot.due_at());
            self.account.open.lots += i64::from(lot.remaining > 0) - i64::from(was_open);
            self.note_due(due_at);
            self.writes.moves.push(LotMove {
                txn_id,
                lot_id,
                amount: *amount,
            });
        }
    }

    /// Emits an alert if the balance crossed the threshold or zero downwards, and notes a top-up that is due. An alert reports the
    /// crossing, not the state. It compares once per operation, because no client could use a balance in between.
    pub(crate) fn emit_alerts(&mut self, before: AlertBaseline, at: Timestamp, keys: &RowIds) {
        let credits = self.account.credits();
        let is_crossed = |topup_at: i64| before.credits >= topup_at && credits < topup_at;
        self.writes.is_topup_due |= self.account.notices.topup_at.is_some_and(is_crossed);
        let after = self.account.available();
        let low_at = self.account.notices.low_at;
        let threshold = low_at.filter(|low_at| before.available > *low_at && after <= *low_at);
        let is_depleted = before.available > 0 && after <= 0;
        let crossed = [
            threshold.map(|_| EventKind::Low),
            is_depleted.then_some(EventKind::Depleted),
        ];
        // The operation's own transaction is the first; transactions that it causes follow.
        let txn = self.writes.txns.get(before.txns);
        let (txn_id, amount) = (txn.map(|txn| txn.id), txn.map_or(0, |txn| txn.amount));
        for kind in crossed.into_iter().flatten() {
            let detail = EventDetail {
                threshold: threshold.filter(|_| kind == EventKind::Low),
                ..EventDetail::NONE
            };
            let event = NewEvent {
                kind,
                txn_id,
                hold: None,
                amount,
                detail,
                billing: None,
            };
            self.emit(event, at, keys);
        }
    }

    /// Emits one event for all spends of this commit, if a subscriber receives spend events.
    pub(crate) fn emit_spend_event(&mut self, keys: &RowIds) {
        if self.account.notices.subscription != EventSubscription::AllEvents {
            return;
        }
        let spends = self.writes.txns.iter();
        let spends = spends.filter(|txn| matches!(txn.kind, TxnKind::Spend | TxnKind::Capture));
        let (mut count, mut amount, mut last) = (0, 0, None);
        for txn in spends {
            count += 1;
            amount += txn.amount;
            last = Some((txn.id, txn.booked_at));
        }
        let Some((txn_id, at)) = last else { return };
        let event = NewEvent {
            detail: EventDetail {
                spends: Some(count),
                ..EventDetail::NONE
            },
            ..NewEvent::by(txn_id, EventKind::Spent, amount)
        };
        self.emit(event, at, keys);
    }

    /// Writes an event.
    pub(crate) fn emit(&mut self, event: NewEvent, at: Timestamp, keys: &RowIds) {
        self.account.event_count += 1;
        self.writes.events.push(WalletEvent {
            id: keys.next(),
            n: self.account.event_count,
            kind: event.kind,
            txn_id: event.txn_id,
            hold: event.hold,
            amount: event.amount,
            posted: self.account.posted,
            held: self.account.held,
            debt: self.account.debt.posted,
            available: self.account.available(),
            detail: event.detail,
            billing: event.billing,
            at,
        });
    }
}

/// Builds a posting from the legs that are not zero: a grant that repays nothing has no leg on the debt.
pub(crate) fn legs(all: &[(Side, i64)]) -> Posting {
    balanced(
        all.iter()
            .copied()
            .filter(|(_, amount)| *amount != 0)
            .collect(),
    )
}

/// Builds a posting. These rules make balanced postings only, so that any other is a bug.
#[expect(
    clippy::expect_used,
    reason = "a bug in the rules ends the request before anything is written"
)]
fn balanced(legs: Vec<(Side, i64)>) -> Posting {
    Posting::new(legs).expect("the legs of a posting add up to zero")
}
