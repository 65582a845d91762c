//! Payment intents: payments from their first attempt to their end.

use serde::Deserialize;

use super::charges::StripeCharge;
use super::customers::StripeCustomer;
use super::expandable::Expandable;
use super::members::{Metadata, or_default};
use super::payment_methods::SavedPaymentMethod;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct PaymentIntent {
    /// The id.
    pub(crate) id: String,
    /// The status such as `succeeded`, `processing`, `requires_payment_method` or `canceled`.
    pub(crate) status: Option<String>,
    /// Minor units to pay.
    pub(crate) amount: Option<i64>,
    /// Minor units that were paid.
    pub(crate) amount_received: Option<i64>,
    /// The currency in lower case.
    pub(crate) currency: Option<String>,
    /// The customer.
    pub(crate) customer: Option<Expandable<StripeCustomer>>,
    /// The last attempt to take the money.
    pub(crate) latest_charge: Option<Expandable<StripeCharge>>,
    /// The payment method.
    pub(crate) payment_method: Option<Expandable<SavedPaymentMethod>>,
    /// Reason why the last attempt failed.
    pub(crate) last_payment_error: Option<PaymentError>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
    /// Creation.
    pub(crate) created: Option<i64>,
}

/// Reason why an attempt failed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct PaymentError {
    /// The code such as `card_declined` or `authentication_required`.
    pub(crate) code: Option<String>,
    /// The bank's reason such as `insufficient_funds`.
    pub(crate) decline_code: Option<String>,
    /// The text for developers.
    pub(crate) message: Option<String>,
}

impl StripeAccount<'_> {
    /// Returns a payment with its latest charge and that charge's movement of the balance.
    pub(crate) async fn get_payment_intent(&self, id: &str) -> Result<PaymentIntent, StripeError> {
        let expansion = Form::default().expanding(&["latest_charge.balance_transaction"]);
        self.get(&["payment_intents", id], &expansion).await
    }
}
