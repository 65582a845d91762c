//! Checkout sessions: the pages on which buyers pay.

use serde::Deserialize;

use super::customers::StripeCustomer;
use super::expandable::Expandable;
use super::hidden_text::HiddenText;
use super::invoices::StripeInvoice;
use super::members::{Metadata, or_default};
use super::pages::{PageQuery, StripePage};
use super::payment_intents::PaymentIntent;
use super::prices::StripePrice;
use super::setup_intents::SetupIntent;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A session.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct CheckoutSession {
    /// The id.
    pub(crate) id: String,
    /// `payment`, `setup` or `subscription`.
    pub(crate) mode: Option<String>,
    /// `open`, `complete` or `expired`.
    pub(crate) status: Option<String>,
    /// `paid`, `unpaid` or `no_payment_required`.
    pub(crate) payment_status: Option<String>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Our checkout.
    pub(crate) client_reference_id: Option<String>,
    /// The currency in lower case.
    pub(crate) currency: Option<String>,
    /// Minor units before discounts and exclusive taxes.
    pub(crate) amount_subtotal: Option<i64>,
    /// Minor units that the buyer pays.
    pub(crate) amount_total: Option<i64>,
    /// Discounts and taxes.
    pub(crate) total_details: Option<SessionTotals>,
    /// The customer.
    pub(crate) customer: Option<Expandable<StripeCustomer>>,
    /// The payment.
    pub(crate) payment_intent: Option<Expandable<PaymentIntent>>,
    /// The saved payment method.
    pub(crate) setup_intent: Option<Expandable<SetupIntent>>,
    /// The invoice.
    pub(crate) invoice: Option<Expandable<StripeInvoice>>,
    /// The subscription that the session began.
    pub(crate) subscription: Option<Expandable<serde_json::Value>>,
    /// The page, while the session is open.
    pub(crate) url: Option<HiddenText>,
    /// The lines, if the call asked for them.
    pub(crate) line_items: Option<StripePage<SessionLine>>,
    /// The amount in the buyer's currency, for display only.
    pub(crate) presentment_details: Option<PresentmentDetails>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
    /// Creation.
    pub(crate) created: Option<i64>,
    /// End of an open session.
    pub(crate) expires_at: Option<i64>,
}

/// Discounts and taxes of a session, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct SessionTotals {
    /// All discounts.
    pub(crate) amount_discount: Option<i64>,
    /// All taxes.
    pub(crate) amount_tax: Option<i64>,
}

/// A line of a session.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct SessionLine {
    /// The id.
    pub(crate) id: String,
    /// The price.
    pub(crate) price: Option<StripePrice>,
    /// The number of pieces.
    pub(crate) quantity: Option<i64>,
    /// The currency in lower case.
    pub(crate) currency: Option<String>,
    /// Minor units before discounts and exclusive taxes.
    pub(crate) amount_subtotal: Option<i64>,
    /// Minor units of discounts.
    pub(crate) amount_discount: Option<i64>,
    /// Minor units of taxes.
    pub(crate) amount_tax: Option<i64>,
    /// Minor units that the buyer pays.
    pub(crate) amount_total: Option<i64>,
}

/// The amount in the currency that the buyer saw.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct PresentmentDetails {
    /// Minor units.
    pub(crate) presentment_amount: Option<i64>,
    /// The currency in lower case.
    pub(crate) presentment_currency: Option<String>,
}

impl StripeAccount<'_> {
    /// Returns a session with its lines, its payment with the latest charge and that charge's movement of the balance, and the
    /// saved payment method.
    pub(crate) async fn get_session(&self, id: &str) -> Result<CheckoutSession, StripeError> {
        let charge = "payment_intent.latest_charge.balance_transaction";
        let expansion =
            Form::default().expanding(&["line_items", charge, "setup_intent.payment_method"]);
        self.get(&["checkout", "sessions", id], &expansion).await
    }

    /// Returns a page of all sessions.
    pub(crate) async fn list_sessions(
        &self,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<CheckoutSession>, StripeError> {
        self.get(&["checkout", "sessions"], &query.form()).await
    }

    /// Ends an open session. Refused if it is not open.
    pub(crate) async fn expire_session(&self, id: &str) -> Result<CheckoutSession, StripeError> {
        let path = ["checkout", "sessions", id, "expire"];
        self.change(&path, &Form::default()).await
    }
}
