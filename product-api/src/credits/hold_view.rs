//! Holds as their website sees them.

use foundation::Timestamp;

use super::charge::Billed;
use super::hold::{Hold, HoldState, OnExpiry};

/// A hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HoldView {
    /// `hold_…`.
    pub(crate) id: String,
    /// Whose credits.
    pub(crate) customer_id: String,
    /// Where it stands.
    pub(crate) state: &'static str,
    /// How many credits were set aside.
    pub(crate) amount: i64,
    /// Of these, spent.
    pub(crate) captured: i64,
    /// Of these, given back.
    pub(crate) released: i64,
    /// What happens when its time runs out.
    pub(crate) on_expiry: &'static str,
    /// The feature it was opened for, and how it was priced.
    pub(crate) billed: Option<Billed>,
    /// What for, in words for the customer.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
    /// When it was opened.
    pub(crate) opened_at: Timestamp,
    /// When its time runs out, exclusive.
    pub(crate) expires_at: Option<Timestamp>,
    /// When it came to its end.
    pub(crate) closed_at: Option<Timestamp>,
}

impl HoldView {
    /// The hold as it is at an instant: one whose time has run out is shown as if that were booked.
    #[must_use]
    pub(super) fn at(mut self, now: Timestamp) -> Self {
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

    /// The view of a hold of this customer.
    pub(super) fn of(hold: &Hold, customer_id: &str) -> Self {
        Self {
            id: hold.public_id.clone(),
            customer_id: customer_id.to_owned(),
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
