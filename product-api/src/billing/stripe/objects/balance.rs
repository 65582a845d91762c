//! The account's balance, which also shows the mode of a key.

use serde::Deserialize;

use super::members::or_default;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// The account's balance.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeBalance {
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Sums that can be paid out.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) available: Vec<BalanceAmount>,
    /// Sums that cannot be paid out yet.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) pending: Vec<BalanceAmount>,
}

/// The sum of one currency.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct BalanceAmount {
    /// Minor units.
    pub(crate) amount: i64,
    /// The currency in lower case.
    pub(crate) currency: String,
}

impl StripeAccount<'_> {
    /// Returns the balance.
    pub(crate) async fn get_balance(&self) -> Result<StripeBalance, StripeError> {
        self.get(&["balance"], &Form::default()).await
    }
}
