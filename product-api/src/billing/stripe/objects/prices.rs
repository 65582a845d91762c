//! Prices: an amount of a product in one currency.

use serde::Deserialize;

use super::expandable::Expandable;
use super::members::{Metadata, or_default};
use super::pages::StripePage;
use super::products::StripeProduct;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A price.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripePrice {
    /// The id.
    pub(crate) id: String,
    /// True if the price was deleted.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) deleted: bool,
    /// False if the price is archived.
    pub(crate) active: Option<bool>,
    /// The currency in lower case.
    pub(crate) currency: Option<String>,
    /// Minor units of one piece.
    pub(crate) unit_amount: Option<i64>,
    /// `inclusive`, `exclusive` or `unspecified`.
    pub(crate) tax_behavior: Option<String>,
    /// `one_time` or `recurring`.
    #[serde(rename = "type")]
    pub(crate) price_type: Option<String>,
    /// The billing period of a recurring price.
    pub(crate) recurring: Option<PriceRecurrence>,
    /// The product.
    pub(crate) product: Option<Expandable<StripeProduct>>,
    /// The name by which the price is found again.
    pub(crate) lookup_key: Option<String>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
    /// Creation.
    pub(crate) created: Option<i64>,
}

/// A billing period.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct PriceRecurrence {
    /// `day`, `week`, `month` or `year`.
    pub(crate) interval: Option<String>,
    /// The number of these units.
    pub(crate) interval_count: Option<i64>,
}

/// The billing period of a new price.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewRecurrence<'a> {
    /// `week`, `month` or `year`.
    pub(crate) interval: &'a str,
    /// The number of these units.
    pub(crate) interval_count: i64,
}

/// Parameters of a new price.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewPrice<'a> {
    /// The product's id.
    pub(crate) product: &'a str,
    /// The currency in lower case.
    pub(crate) currency: &'a str,
    /// Minor units of one piece.
    pub(crate) unit_amount: i64,
    /// The billing period; none for a price that is paid once.
    pub(crate) recurrence: Option<NewRecurrence<'a>>,
    /// `inclusive` or `exclusive`; Stripe does not let it change afterwards.
    pub(crate) tax_behavior: &'a str,
    /// A name by which the price is found again. It is taken from a price that has it.
    pub(crate) lookup_key: &'a str,
    /// Metadata.
    pub(crate) metadata: &'a [(&'a str, &'a str)],
}

impl StripeAccount<'_> {
    /// Creates a price.
    pub(crate) async fn create_price(
        &self,
        idempotency_key: &str,
        price: &NewPrice<'_>,
    ) -> Result<StripePrice, StripeError> {
        let mut form = Form::default()
            .with("product", price.product)
            .with("currency", price.currency)
            .with("unit_amount", price.unit_amount)
            .with("tax_behavior", price.tax_behavior)
            .with("lookup_key", price.lookup_key)
            .with("transfer_lookup_key", true)
            .with_metadata("metadata", price.metadata);
        if let Some(period) = price.recurrence {
            form = form
                .with("recurring[interval]", period.interval)
                .with("recurring[interval_count]", period.interval_count);
        }
        self.create(&["prices"], idempotency_key, &form).await
    }

    /// Returns a price.
    pub(crate) async fn get_price(&self, id: &str) -> Result<StripePrice, StripeError> {
        self.get(&["prices", id], &Form::default()).await
    }

    /// Returns the prices with lookup keys, ten keys at most; archived prices have none of a new price.
    pub(crate) async fn list_prices(
        &self,
        lookup_keys: &[&str],
    ) -> Result<StripePage<StripePrice>, StripeError> {
        let form = Form::default().with_list("lookup_keys", lookup_keys);
        self.get(&["prices"], &form).await
    }

    /// Archives a price, or activates it again.
    pub(crate) async fn set_price_active(
        &self,
        id: &str,
        is_active: bool,
    ) -> Result<StripePrice, StripeError> {
        let form = Form::default().with("active", is_active);
        self.change(&["prices", id], &form).await
    }
}
