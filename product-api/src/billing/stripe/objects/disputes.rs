//! Disputes: inquiries and chargebacks of buyers' banks.

use serde::Deserialize;

use super::balance_transactions::BalanceTransaction;
use super::expandable::Expandable;
use super::members::{Metadata, or_default};
use super::pages::{PageQuery, StripePage};
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A dispute.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeDispute {
    /// The id.
    pub(crate) id: String,
    /// The status such as `needs_response`, `won`, `lost` or `warning_closed`.
    pub(crate) status: Option<String>,
    /// Disputed minor units.
    pub(crate) amount: Option<i64>,
    /// The currency in lower case.
    pub(crate) currency: Option<String>,
    /// The charge.
    pub(crate) charge: Option<Expandable<serde_json::Value>>,
    /// The payment.
    pub(crate) payment_intent: Option<Expandable<serde_json::Value>>,
    /// The bank's reason such as `fraudulent`.
    pub(crate) reason: Option<String>,
    /// True for an inquiry: the charge can still be refunded.
    pub(crate) is_charge_refundable: Option<bool>,
    /// Money that was withdrawn and given back.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) balance_transactions: Vec<BalanceTransaction>,
    /// The evidence's state.
    pub(crate) evidence_details: Option<EvidenceDetails>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
    /// Creation.
    pub(crate) created: Option<i64>,
}

/// The state of a dispute's evidence.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct EvidenceDetails {
    /// Time until which the owner can respond.
    pub(crate) due_by: Option<i64>,
    /// True after that time.
    pub(crate) past_due: Option<bool>,
}

impl StripeDispute {
    /// Returns the time until which the owner can respond.
    pub(crate) fn due_by(&self) -> Option<i64> {
        self.evidence_details.as_ref()?.due_by
    }

    /// Returns the minor units that are withdrawn now, without fees.
    pub(crate) fn withdrawn(&self) -> i64 {
        let amounts = self.balance_transactions.iter();
        let amounts = amounts.map(|transaction| transaction.amount.unwrap_or_default());
        amounts.fold(0_i64, i64::saturating_add).saturating_neg()
    }
}

impl StripeAccount<'_> {
    /// Returns a dispute.
    pub(crate) async fn get_dispute(&self, id: &str) -> Result<StripeDispute, StripeError> {
        self.get(&["disputes", id], &Form::default()).await
    }

    /// Returns a page of all disputes.
    pub(crate) async fn list_disputes(
        &self,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeDispute>, StripeError> {
        self.get(&["disputes"], &query.form()).await
    }

    /// Returns a page of a payment's disputes.
    pub(crate) async fn list_disputes_of_intent(
        &self,
        payment_intent: &str,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeDispute>, StripeError> {
        let form = query.form().with("payment_intent", payment_intent);
        self.get(&["disputes"], &form).await
    }
}
