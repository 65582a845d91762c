//! A model of the invoice of an automatic top-up at Stripe, and of the payment of it.

use crate::billing::checkouts::{PACK_PRICE, StripeMoney};
use crate::billing::topups::SeenInvoice;

/// The words with which banks decline a card: one that may work later, and one that never will.
const DECLINES: [&str; 2] = ["insufficient_funds", "lost_card"];

/// An invoice of a rule, which is open from its first moment on.
#[derive(Debug)]
pub(super) struct TopUpAtStripe {
    /// The id of the attempt.
    pub(super) attempt: String,
    /// The calendar month in which it began.
    pub(super) month: i64,
    /// The invoice as it was after each change.
    pub(super) moments: Vec<SeenInvoice>,
    /// Its payment as it was after each change; empty while nothing is paid.
    pub(super) money: Vec<StripeMoney>,
    /// True once the product has looked at the paid invoice.
    pub(super) is_booked: bool,
}

impl TopUpAtStripe {
    /// Returns the open invoice of an attempt, whose card was not charged yet.
    pub(super) fn new(attempt: String, month: i64) -> Self {
        Self {
            attempt,
            month,
            moments: vec![SeenInvoice::Open],
            money: Vec::new(),
            is_booked: false,
        }
    }

    /// Returns the invoice as it is now.
    pub(super) fn now(&self) -> SeenInvoice {
        self.moments[self.moments.len() - 1]
    }

    /// Returns true if nothing is paid and nothing is given up.
    pub(super) fn is_open(&self) -> bool {
        !matches!(self.now(), SeenInvoice::Paid | SeenInvoice::Closed)
    }

    /// Lets the bank decide about the card, or the buyer about what the bank asks for. The number selects one of the outcomes.
    pub(super) fn decide(&mut self, outcome: usize) {
        let next = match (self.now(), outcome) {
            (SeenInvoice::Open, 0) => SeenInvoice::NeedsAction,
            (SeenInvoice::Open, 1 | 2) => SeenInvoice::Declined(DECLINES[outcome - 1]),
            // The buyer can pay an open invoice on its page, also after a decline.
            (SeenInvoice::Open | SeenInvoice::NeedsAction | SeenInvoice::Declined(_), _) => {
                SeenInvoice::Paid
            }
            (SeenInvoice::Paid | SeenInvoice::Closed, _) => return,
        };
        self.moments.push(next);
        if next == SeenInvoice::Paid {
            self.money.push(StripeMoney::new(PACK_PRICE));
        }
    }

    /// Gives the invoice up for the product, unless it is paid.
    pub(super) fn close(&mut self) {
        if self.is_open() {
            self.moments.push(SeenInvoice::Closed);
        }
    }
}
