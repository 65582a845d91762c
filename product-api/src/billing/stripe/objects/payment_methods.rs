//! Payment methods. Of a card there are only the brand, the last four digits, the expiry and a fingerprint.

use serde::Deserialize;

use super::expandable::Expandable;
use super::hidden_text::HiddenText;
use super::pages::{PageQuery, StripePage};
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A payment method of a customer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct SavedPaymentMethod {
    /// The id.
    pub(crate) id: String,
    /// The type such as `card` or `sepa_debit`.
    #[serde(rename = "type")]
    pub(crate) method_type: Option<String>,
    /// The customer; none once the method was detached.
    pub(crate) customer: Option<Expandable<serde_json::Value>>,
    /// The card.
    pub(crate) card: Option<StripeCard>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Creation.
    pub(crate) created: Option<i64>,
}

/// A card as its owner recognizes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeCard {
    /// The brand such as `visa`.
    pub(crate) brand: Option<String>,
    /// The last four digits.
    pub(crate) last4: Option<String>,
    /// The month of the expiry, 1 to 12.
    pub(crate) exp_month: Option<i64>,
    /// The year of the expiry with four digits.
    pub(crate) exp_year: Option<i64>,
    /// Equal for equal numbers within one account.
    pub(crate) fingerprint: Option<HiddenText>,
}

impl StripeAccount<'_> {
    /// Returns a payment method.
    pub(crate) async fn get_payment_method(
        &self,
        id: &str,
    ) -> Result<SavedPaymentMethod, StripeError> {
        self.get(&["payment_methods", id], &Form::default()).await
    }

    /// Returns a page of a customer's payment methods.
    pub(crate) async fn list_payment_methods(
        &self,
        customer: &str,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<SavedPaymentMethod>, StripeError> {
        let path = ["customers", customer, "payment_methods"];
        self.get(&path, &query.form()).await
    }
}
