//! Payments of invoices, which lead from a payment intent to its invoice.

use serde::Deserialize;

use super::expandable::Expandable;
use super::pages::StripePage;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A payment of an invoice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct InvoicePayment {
    /// The id.
    pub(crate) id: String,
    /// The invoice.
    pub(crate) invoice: Option<Expandable<serde_json::Value>>,
    /// `open`, `paid` or `canceled`.
    pub(crate) status: Option<String>,
    /// Minor units that were paid.
    pub(crate) amount_paid: Option<i64>,
    /// The payment intent.
    pub(crate) payment: Option<InvoicePaymentSource>,
}

/// The payment intent of an invoice's payment.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct InvoicePaymentSource {
    /// The payment intent.
    pub(crate) payment_intent: Option<Expandable<serde_json::Value>>,
}

impl InvoicePayment {
    /// Returns true for a payment that paid.
    pub(crate) fn is_paid(&self) -> bool {
        self.status.as_deref() == Some("paid")
    }

    /// Returns the id of the payment intent.
    pub(crate) fn payment_intent(&self) -> Option<&str> {
        let payment = self.payment.as_ref()?;
        Some(&payment.payment_intent.as_ref()?.id)
    }
}

impl StripeAccount<'_> {
    /// Returns a payment of an invoice.
    pub(crate) async fn get_invoice_payment(
        &self,
        id: &str,
    ) -> Result<InvoicePayment, StripeError> {
        self.get(&["invoice_payments", id], &Form::default()).await
    }

    /// Returns the invoices that a payment intent pays.
    pub(crate) async fn list_invoice_payments(
        &self,
        payment_intent: &str,
    ) -> Result<StripePage<InvoicePayment>, StripeError> {
        let form = Form::default()
            .with("payment[type]", "payment_intent")
            .with("payment[payment_intent]", payment_intent);
        self.get(&["invoice_payments"], &form).await
    }
}
