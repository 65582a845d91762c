//! Setup intents: payment methods that are saved without a payment.

use serde::Deserialize;

use super::expandable::Expandable;
use super::members::{Metadata, or_default};
use super::payment_intents::PaymentError;
use super::payment_methods::SavedPaymentMethod;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// The saving of a payment method.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct SetupIntent {
    /// The id.
    pub(crate) id: String,
    /// The status such as `succeeded` or `requires_payment_method`.
    pub(crate) status: Option<String>,
    /// The customer.
    pub(crate) customer: Option<Expandable<serde_json::Value>>,
    /// The payment method.
    pub(crate) payment_method: Option<Expandable<SavedPaymentMethod>>,
    /// Reason why the last attempt failed.
    pub(crate) last_setup_error: Option<PaymentError>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
    /// Creation.
    pub(crate) created: Option<i64>,
}

impl StripeAccount<'_> {
    /// Returns a setup intent with its payment method.
    pub(crate) async fn get_setup_intent(&self, id: &str) -> Result<SetupIntent, StripeError> {
        let expansion = Form::default().expanding(&["payment_method"]);
        self.get(&["setup_intents", id], &expansion).await
    }
}
