//! Customers: the buyers at Stripe.

use serde::Deserialize;

use super::expandable::Expandable;
use super::members::{Metadata, or_default};
use super::pages::{PageQuery, StripePage};
use super::payment_methods::SavedPaymentMethod;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A customer. A deleted one has only its id.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeCustomer {
    /// The id.
    pub(crate) id: String,
    /// True if the customer was deleted.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) deleted: bool,
    /// The address for receipts.
    pub(crate) email: Option<String>,
    /// The name.
    pub(crate) name: Option<String>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// The currency of the customer's subscriptions.
    pub(crate) currency: Option<String>,
    /// Settings of invoices, with the default payment method.
    pub(crate) invoice_settings: Option<InvoiceSettings>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
    /// Creation.
    pub(crate) created: Option<i64>,
}

/// Settings of a customer's invoices.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct InvoiceSettings {
    /// The payment method that invoices use.
    pub(crate) default_payment_method: Option<Expandable<SavedPaymentMethod>>,
}

/// Parameters of a new customer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NewCustomer<'a> {
    /// The address for receipts.
    pub(crate) email: Option<&'a str>,
    /// The name.
    pub(crate) name: Option<&'a str>,
    /// The text in the dashboard.
    pub(crate) description: Option<&'a str>,
    /// Metadata.
    pub(crate) metadata: &'a [(&'a str, &'a str)],
}

impl StripeCustomer {
    /// Returns the id of the default payment method.
    pub(crate) fn default_payment_method(&self) -> Option<&str> {
        let settings = self.invoice_settings.as_ref()?;
        let method = settings.default_payment_method.as_ref()?;
        Some(&method.id)
    }
}

impl StripeAccount<'_> {
    /// Creates a customer.
    pub(crate) async fn create_customer(
        &self,
        idempotency_key: &str,
        customer: &NewCustomer<'_>,
    ) -> Result<StripeCustomer, StripeError> {
        let form = Form::default()
            .with_some("email", customer.email)
            .with_some("name", customer.name)
            .with_some("description", customer.description)
            .with_metadata("metadata", customer.metadata);
        self.create(&["customers"], idempotency_key, &form).await
    }

    /// Returns a customer, also a deleted one.
    pub(crate) async fn get_customer(&self, id: &str) -> Result<StripeCustomer, StripeError> {
        self.get(&["customers", id], &Form::default()).await
    }

    /// Makes a payment method the default of its customer, which payments without the buyer use.
    pub(crate) async fn set_default_method(
        &self,
        customer_id: &str,
        method_id: &str,
    ) -> Result<StripeCustomer, StripeError> {
        let name = "invoice_settings[default_payment_method]";
        let form = Form::default().with(name, method_id);
        self.change(&["customers", customer_id], &form).await
    }

    /// Returns a page of all customers that are not deleted.
    pub(crate) async fn list_customers(
        &self,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeCustomer>, StripeError> {
        self.get(&["customers"], &query.form()).await
    }
}
