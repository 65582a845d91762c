//! Charges: attempts to take money, with what was refunded and disputed.

use serde::Deserialize;

use super::balance_transactions::BalanceTransaction;
use super::expandable::Expandable;
use super::hidden_text::HiddenText;
use super::members::{Metadata, or_default};
use super::pages::{PageQuery, StripePage};
use super::payment_methods::StripeCard;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A charge.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeCharge {
    /// The id.
    pub(crate) id: String,
    /// `succeeded`, `pending` or `failed`.
    pub(crate) status: Option<String>,
    /// True if the money was taken.
    pub(crate) paid: Option<bool>,
    /// Minor units.
    pub(crate) amount: Option<i64>,
    /// Minor units that were given back or will be.
    pub(crate) amount_refunded: Option<i64>,
    /// True if everything was given back.
    pub(crate) refunded: Option<bool>,
    /// True if there is or was a dispute.
    pub(crate) disputed: Option<bool>,
    /// The currency in lower case.
    pub(crate) currency: Option<String>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// The customer.
    pub(crate) customer: Option<Expandable<super::StripeCustomer>>,
    /// The payment intent's id.
    pub(crate) payment_intent: Option<Expandable<serde_json::Value>>,
    /// The movement of the balance, with the fee.
    pub(crate) balance_transaction: Option<Expandable<BalanceTransaction>>,
    /// The id of the payment method.
    pub(crate) payment_method: Option<String>,
    /// The payment method as it was then.
    pub(crate) payment_method_details: Option<ChargedMethod>,
    /// Reason of a failure.
    pub(crate) failure_code: Option<String>,
    /// The page with the receipt.
    pub(crate) receipt_url: Option<HiddenText>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
    /// Creation.
    pub(crate) created: Option<i64>,
}

/// The payment method of a charge.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct ChargedMethod {
    /// The type such as `card`.
    #[serde(rename = "type")]
    pub(crate) method_type: Option<String>,
    /// The card.
    pub(crate) card: Option<StripeCard>,
}

impl StripeAccount<'_> {
    /// Returns a charge with its movement of the balance.
    pub(crate) async fn get_charge(&self, id: &str) -> Result<StripeCharge, StripeError> {
        let expansion = Form::default().expanding(&["balance_transaction"]);
        self.get(&["charges", id], &expansion).await
    }

    /// Returns a page of all charges.
    pub(crate) async fn list_charges(
        &self,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeCharge>, StripeError> {
        self.get(&["charges"], &query.form()).await
    }

    /// Returns the charges of a payment intent: one for each attempt.
    pub(crate) async fn list_charges_of_intent(
        &self,
        payment_intent: &str,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeCharge>, StripeError> {
        let form = query.form().with("payment_intent", payment_intent);
        self.get(&["charges"], &form).await
    }
}
