//! Holds as their website sees them.

use foundation::Timestamp;

use crate::credits::ledger::feature::BilledFeature;
use crate::credits::ledger::hold::{Hold, HoldState, OnExpiry};

/// A hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HoldView {
    /// `hold_…`.
    pub(crate) id: String,
    /// Id of the customer.
    pub(crate) customer_id: String,
    /// Kind of the hold.
    pub(crate) kind: &'static str,
    /// State of the hold.
    pub(crate) state: &'static str,
    /// Credits that were reserved at first.
    pub(crate) amount: i64,
    /// Part of `amount` that was spent.
    pub(crate) captured: i64,
    /// Part of `amount` that was released.
    pub(crate) released: i64,
    /// Action at the expiry.
    pub(crate) on_expiry: &'static str,
    /// Feature that the hold is for, and its price.
    pub(crate) billed: Option<BilledFeature>,
    /// Purpose, in words for the customer.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
    /// Time of the opening.
    pub(crate) opened_at: Timestamp,
    /// Time of the expiry, exclusive.
    pub(crate) expires_at: Option<Timestamp>,
    /// Time of the end.
    pub(crate) closed_at: Option<Timestamp>,
}

impl HoldView {
    /// Returns the hold at a time. A hold that has expired by then is shown as if the expiry were booked.
    #[must_use]
    pub(crate) fn at(mut self, now: Timestamp) -> Self {
        let is_over = self.expires_at.is_some_and(|at| at <= now);
        if self.state != HoldState::Open.name() || !is_over {
            return self;
        }
        let rest = self.amount - self.captured - self.released;
        if self.on_expiry == OnExpiry::Capture.name() {
            self.captured += rest;
            self.state = HoldState::Captured.name();
        } else {
            self.released += rest;
            self.state = HoldState::Expired.name();
        }
        self.closed_at = self.expires_at;
        self
    }

    /// Returns the view of a customer's hold.
    pub(crate) fn new(hold: &Hold, customer_id: &str) -> Self {
        Self {
            id: hold.public_id.clone(),
            customer_id: customer_id.to_owned(),
            kind: hold.kind.name(),
            state: hold.state.name(),
            amount: hold.amount,
            captured: hold.captured,
            released: hold.released,
            on_expiry: hold.on_expiry.name(),
            billed: hold.billed.clone(),
            description: hold.description.clone(),
            metadata: hold.metadata.clone(),
            opened_at: hold.opened_at,
            expires_at: hold.expires_at,
            closed_at: hold.closed_at,
        }
    }
}
