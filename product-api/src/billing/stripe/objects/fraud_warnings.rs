//! Early fraud warnings: a bank believes that a charge is fraudulent.

use serde::Deserialize;

use super::expandable::Expandable;
use super::pages::{PageQuery, StripePage};
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A warning.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct FraudWarning {
    /// The id.
    pub(crate) id: String,
    /// False once the charge is refunded or disputed.
    pub(crate) actionable: Option<bool>,
    /// The charge.
    pub(crate) charge: Option<Expandable<serde_json::Value>>,
    /// The payment.
    pub(crate) payment_intent: Option<Expandable<serde_json::Value>>,
    /// The kind of fraud such as `made_with_stolen_card`.
    pub(crate) fraud_type: Option<String>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Creation.
    pub(crate) created: Option<i64>,
}

impl StripeAccount<'_> {
    /// Returns a warning.
    pub(crate) async fn get_fraud_warning(&self, id: &str) -> Result<FraudWarning, StripeError> {
        let path = ["radar", "early_fraud_warnings", id];
        self.get(&path, &Form::default()).await
    }

    /// Returns a page of a charge's warnings.
    pub(crate) async fn list_fraud_warnings(
        &self,
        charge: &str,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<FraudWarning>, StripeError> {
        let form = query.form().with("charge", charge);
        self.get(&["radar", "early_fraud_warnings"], &form).await
    }
}
