//! Products: names and descriptions of what is sold.

use serde::Deserialize;

use super::members::{Metadata, or_default};
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A product. A deleted one has only its id.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeProduct {
    /// The id.
    pub(crate) id: String,
    /// True if the product was deleted.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) deleted: bool,
    /// The name that buyers see.
    pub(crate) name: Option<String>,
    /// The description that buyers see.
    pub(crate) description: Option<String>,
    /// False if the product is archived.
    pub(crate) active: Option<bool>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Metadata.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) metadata: Metadata,
}

/// Parameters of a new product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewProduct<'a> {
    /// An id of our own, so that a product that is created twice is one.
    pub(crate) id: &'a str,
    /// The name that buyers see.
    pub(crate) name: &'a str,
    /// The description that buyers see.
    pub(crate) description: Option<&'a str>,
    /// Metadata.
    pub(crate) metadata: &'a [(&'a str, &'a str)],
}

/// Changes of a product; members that are `None` stay as they are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProductChange<'a> {
    /// The new name.
    pub(crate) name: Option<&'a str>,
    /// The new description; an empty text removes it.
    pub(crate) description: Option<&'a str>,
    /// False to archive the product.
    pub(crate) active: Option<bool>,
    /// Metadata that is added or replaced; an empty text removes an entry.
    pub(crate) metadata: &'a [(&'a str, &'a str)],
}

impl StripeAccount<'_> {
    /// Creates a product. Refused with the code `resource_already_exists` if there is one with its id.
    pub(crate) async fn create_product(
        &self,
        idempotency_key: &str,
        product: &NewProduct<'_>,
    ) -> Result<StripeProduct, StripeError> {
        let form = Form::default()
            .with("id", product.id)
            .with("name", product.name)
            .with_some("description", product.description)
            .with_metadata("metadata", product.metadata);
        self.create(&["products"], idempotency_key, &form).await
    }

    /// Returns a product. A deleted one is missing.
    pub(crate) async fn get_product(&self, id: &str) -> Result<StripeProduct, StripeError> {
        self.get(&["products", id], &Form::default()).await
    }

    /// Changes a product.
    pub(crate) async fn update_product(
        &self,
        id: &str,
        change: &ProductChange<'_>,
    ) -> Result<StripeProduct, StripeError> {
        let form = Form::default()
            .with_some("name", change.name)
            .with_some("description", change.description)
            .with_some("active", change.active)
            .with_metadata("metadata", change.metadata);
        self.change(&["products", id], &form).await
    }
}
