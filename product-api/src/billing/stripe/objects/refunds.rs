//! Refunds: money that goes back to buyers.

use serde::Deserialize;

use super::balance_transactions::BalanceTransaction;
use super::expandable::Expandable;
use super::members::{Metadata, or_default};
use super::pages::{PageQuery, StripePage};
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A refund.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeRefund {
    /// The id.
    pub(crate) id: String,
    /// `pending`, `requires_action`, `succeeded`, `failed` or `canceled`.
    pub(crate) status: Option<String>,
    /// Minor units.
    pub(crate) amount: Option<i64>,
    /// The currency in lower case.
    pub(crate) currency: Option<String>,
    /// The charge.
    pub(crate) charge: Option<Expandable<serde_json::Value>>,
    /// The payment.
    pub(crate) payment_intent: Option<Expandable<serde_json::Value>>,
    /// Reason as the sender of the refund gave it.
    pub(crate) reason: Option<String>,
    /// Reason of a failure.
    pub(crate) failure_reason: Option<String>,
    /// The movement of the balance.
    pub(crate) balance_transaction: Option<Expandable<BalanceTransaction>>,
    /// The movement with which the money of a failed refund came back.
    pub(crate) failure_balance_transaction: Option<Expandable<BalanceTransaction>>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
    /// Creation.
    pub(crate) created: Option<i64>,
}

/// Parameters of a new refund.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewRefund<'a> {
    /// The payment's id.
    pub(crate) payment_intent: &'a str,
    /// Minor units; what is left without it.
    pub(crate) amount: Option<i64>,
    /// `duplicate`, `fraudulent` or `requested_by_customer`; Stripe knows no others.
    pub(crate) reason: Option<&'a str>,
    /// Metadata.
    pub(crate) metadata: &'a [(&'a str, &'a str)],
}

impl StripeAccount<'_> {
    /// Creates a refund. Refused with `charge_already_refunded` if nothing is left, and with `charge_disputed` while there is
    /// a chargeback.
    pub(crate) async fn create_refund(
        &self,
        idempotency_key: &str,
        refund: &NewRefund<'_>,
    ) -> Result<StripeRefund, StripeError> {
        let form = Form::default()
            .with("payment_intent", refund.payment_intent)
            .with_some("amount", refund.amount)
            .with_some("reason", refund.reason)
            .with_metadata("metadata", refund.metadata);
        self.create(&["refunds"], idempotency_key, &form).await
    }

    /// Returns a refund.
    pub(crate) async fn get_refund(&self, id: &str) -> Result<StripeRefund, StripeError> {
        self.get(&["refunds", id], &Form::default()).await
    }

    /// Returns a page of all refunds.
    pub(crate) async fn list_refunds(
        &self,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeRefund>, StripeError> {
        self.get(&["refunds"], &query.form()).await
    }

    /// Returns a page of a payment's refunds, with the movements of the balance.
    pub(crate) async fn list_refunds_of_intent(
        &self,
        payment_intent: &str,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeRefund>, StripeError> {
        let movements = [
            "data.balance_transaction",
            "data.failure_balance_transaction",
        ];
        let form = query.form().with("payment_intent", payment_intent);
        let form = form.expanding(&movements);
        self.get(&["refunds"], &form).await
    }
}
