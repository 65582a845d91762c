//! Facts of a session at Stripe that decide about its checkout, without the shapes of Stripe's versions.

use crate::billing::payments::ChargeFacts;
use crate::billing::topups::TopUpCard;

/// The status of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionStatus {
    /// The buyer can pay.
    Open,
    /// The buyer has finished; the payment may still be unconfirmed.
    Complete,
    /// The buyer can no longer pay.
    Expired,
    /// A word that this version does not know.
    Unknown,
}

/// The state of a session's payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PaymentStatus {
    /// The buyer has paid.
    Paid,
    /// Nothing had to be paid.
    NotRequired,
    /// The payment is not confirmed.
    Pending,
    /// The payment failed.
    Failed,
    /// A word that this version does not know.
    Unknown,
}

/// A line of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SessionLine {
    /// The price at Stripe.
    pub(super) price_id: Option<String>,
    /// The number of packs.
    pub(super) quantity: Option<i64>,
}

/// The amounts of a session in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SessionAmounts {
    /// The price of all lines, before discounts and taxes.
    pub(super) subtotal: i64,
    /// The amount that the buyer pays.
    pub(super) total: i64,
    /// The taxes in the total.
    pub(super) tax: i64,
    /// The discounts.
    pub(super) discount: i64,
}

/// A payment method that a session has saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SetupMethod {
    /// The id at Stripe.
    pub(super) id: String,
    /// The card, if it is one.
    pub(super) card: Option<TopUpCard>,
}

/// The facts of a session that saves a payment method and takes no payment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SetupFacts {
    /// The payment method, once it is saved.
    pub(super) method: Option<SetupMethod>,
}

/// A session as it is at Stripe now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SessionFacts {
    /// The id at Stripe.
    pub(super) id: String,
    /// True if real money moves.
    pub(super) is_live: bool,
    /// The status.
    pub(super) status: SessionStatus,
    /// The state of the payment; of a saved payment method, if nothing is paid.
    pub(super) payment: PaymentStatus,
    /// The reason of a failed payment, in Stripe's word.
    pub(super) failure: Option<String>,
    /// The checkout that `client_reference_id` names.
    pub(super) reference: Option<String>,
    /// The checkout that the metadata name.
    pub(super) named_checkout: Option<String>,
    /// The customer at Stripe.
    pub(super) customer: Option<String>,
    /// The currency, as Stripe writes it.
    pub(super) currency: String,
    /// The amounts.
    pub(super) amounts: SessionAmounts,
    /// The lines.
    pub(super) lines: Vec<SessionLine>,
    /// The page on which the buyer pays.
    pub(super) url: Option<String>,
    /// The payment at Stripe.
    pub(super) charge: ChargeFacts,
    /// The invoice at Stripe.
    pub(super) invoice: Option<String>,
    /// The subscription at Stripe that the session began.
    pub(super) subscription: Option<String>,
    /// The saved payment method; none for a session that sells.
    pub(super) setup: Option<SetupFacts>,
}
