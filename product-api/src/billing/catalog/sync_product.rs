//! Writes the product of an item to Stripe.

use super::price_state::PriceState;
use super::price_work::PriceWork;
use super::product_texts::{FoundProduct, product_update};
use crate::billing::stripe::{
    NewProduct, ProductChange, StripeAccount, StripeError, StripeProduct,
};

/// Metadata of a product and of a price: the connection that made it.
pub(super) const CONNECTION: &str = "tollgate_connection";
/// Metadata of a product: the texts that were written last.
const NAME: &str = "tollgate_name";
const DESCRIPTION: &str = "tollgate_description";
/// Stripe's code of the refusal of a second product with one id.
const EXISTS: &str = "resource_already_exists";

/// Creates the product of a price that is being made, or writes changed texts to it.
pub(super) async fn sync_product(
    account: &StripeAccount<'_>,
    work: &PriceWork,
) -> Result<(), StripeError> {
    match find_product(account, &work.product_id()).await? {
        Some(found) => update(account, work, found).await,
        None if work.state == PriceState::Pending => create(account, work).await,
        // An event says so, too, and its worker marks the prices.
        None => Ok(()),
    }
}

/// Returns a product; `None` if Stripe has none of this id.
pub(super) async fn find_product(
    account: &StripeAccount<'_>,
    id: &str,
) -> Result<Option<StripeProduct>, StripeError> {
    match account.get_product(id).await {
        Ok(product) => Ok((!product.deleted).then_some(product)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

async fn create(account: &StripeAccount<'_>, work: &PriceWork) -> Result<(), StripeError> {
    let product = NewProduct {
        id: &work.product_id(),
        name: &work.name,
        description: work.description.as_deref(),
        metadata: &[
            (CONNECTION, &work.connection_id),
            (NAME, &work.name),
            (DESCRIPTION, work.description.as_deref().unwrap_or_default()),
        ],
    };
    match account.create_product(&work.product_key(), &product).await {
        // Another server was faster.
        Err(error) if error.code() == Some(EXISTS) => Ok(()),
        created => created.map(drop),
    }
}

async fn update(
    account: &StripeAccount<'_>,
    work: &PriceWork,
    mut found: StripeProduct,
) -> Result<(), StripeError> {
    let id = found.id;
    let facts = FoundProduct {
        is_active: found.active != Some(false),
        name: found.name.unwrap_or_default(),
        description: found.description,
        written_name: found.metadata.remove(NAME),
        written_description: found.metadata.remove(DESCRIPTION),
    };
    let Some(update) = product_update(&facts, work) else {
        return Ok(());
    };
    let mut metadata = Vec::new();
    metadata.extend(update.name.as_deref().map(|text| (NAME, text)));
    metadata.extend(
        update
            .description
            .as_deref()
            .map(|text| (DESCRIPTION, text)),
    );
    let change = ProductChange {
        name: update.name.as_deref(),
        description: update.description.as_deref(),
        active: update.is_activated.then_some(true),
        metadata: &metadata,
    };
    account.update_product(&id, &change).await.map(drop)
}
