//! Balance transactions: each movement of the account's balance, with its fee.

use serde::Deserialize;
use serde_json::Value;

use super::expandable::Expandable;
use super::pages::{PageQuery, StripePage};
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;

/// A movement of the account's balance.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct BalanceTransaction {
    /// The id.
    pub(crate) id: String,
    /// Minor units of the balance's currency; negative for money that leaves.
    pub(crate) amount: Option<i64>,
    /// The currency of the balance in lower case.
    pub(crate) currency: Option<String>,
    /// Fee in minor units.
    pub(crate) fee: Option<i64>,
    /// Amount without fee.
    pub(crate) net: Option<i64>,
    /// The type such as `charge`, `refund` or `adjustment`.
    #[serde(rename = "type")]
    pub(crate) entry_type: Option<String>,
    /// The category such as `dispute_reversal`.
    pub(crate) reporting_category: Option<String>,
    /// The charge, the refund, the dispute and so on that caused it.
    pub(crate) source: Option<Expandable<Value>>,
    /// `available` or `pending`.
    pub(crate) status: Option<String>,
    /// Creation.
    pub(crate) created: Option<i64>,
    /// Time from which it can be paid out.
    pub(crate) available_on: Option<i64>,
}

impl StripeAccount<'_> {
    /// Returns a page of all movements, with the charges, refunds and disputes that caused them.
    pub(crate) async fn list_balance_transactions(
        &self,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<BalanceTransaction>, StripeError> {
        let form = query.form().expanding(&["data.source"]);
        self.get(&["balance_transactions"], &form).await
    }
}
