//! Applies prices and products as they are at Stripe now, after an event marked them.

use foundation::Failure;

use super::make_prices::claim_at;
use super::price_facts::{ProductFact, drift};
use super::price_state::{PriceReason, PriceState};
use super::price_work::{PriceWork, item_of_product};
use super::store::prices;
use super::sync_prices::{PRICE, find_price};
use super::sync_product::{CONNECTION, find_product};
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::{Applied, ApplyError, Mark, MarkedObject, ObjectKind, mark_all};
use crate::billing::stripe::{Priority, StripeProduct};

/// Compares a price with our row: one that was archived or deleted has drifted, and one that was activated again is synced.
pub(crate) async fn apply_price(
    app: &App,
    connection: &StripeConnection,
    stripe_price_id: &str,
) -> Result<Applied, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    let price = find_price(&account, stripe_price_id).await?;
    let ours = {
        let mut reader = app.database.reader().await?;
        prices::find(&mut reader.connection(), &connection.id, stripe_price_id).await?
    };
    let Some(ours) = ours else {
        let metadata = price.map(|price| price.metadata).unwrap_or_default();
        if metadata.get(CONNECTION) != Some(&connection.id) {
            return Ok(Applied::Foreign);
        }
        let key = metadata.get(PRICE).and_then(|key| key.parse().ok());
        return unknown_price(app, key).await;
    };
    if !matches!(ours.state, PriceState::Synced | PriceState::Drifted) {
        return Ok(Applied::Done);
    }
    let product = find_product(&account, &ours.product_id()).await?;
    let is_active = price.map(|price| price.active != Some(false));
    set_state(app, &ours, drift(is_active, fact(product.as_ref()))).await?;
    Ok(Applied::Done)
}

/// Judges a price of this connection that no row names by its id at Stripe. The server that made it may not have recorded it
/// yet, or has made another one since.
async fn unknown_price(app: &App, key: Option<i64>) -> Result<Applied, ApplyError> {
    let keys: Vec<i64> = key.into_iter().collect();
    let mut reader = app.database.reader().await?;
    let found = prices::read(&mut reader.connection(), &keys).await?;
    if found.is_empty() {
        let text = "The price names a price of ours that does not exist.";
        return Ok(Applied::Dead(text.to_owned()));
    }
    Ok(Applied::Done)
}

const fn fact(product: Option<&StripeProduct>) -> ProductFact {
    match product {
        None => ProductFact::Deleted,
        Some(product) => match product.active {
            Some(false) => ProductFact::Archived,
            Some(true) | None => ProductFact::Active,
        },
    }
}

async fn set_state(
    app: &App,
    ours: &PriceWork,
    reason: Option<PriceReason>,
) -> Result<(), Failure> {
    let state = reason.map_or(PriceState::Synced, |_| PriceState::Drifted);
    if (ours.state, ours.reason) == (state, reason) {
        return Ok(());
    }
    let mut transaction = app.database.begin().await?;
    prices::set_state(&mut transaction.connection(), ours, reason, app.clock.now()).await?;
    transaction.commit().await
}

/// Compares a product with the prices of its item: they drift while it is archived or deleted, and are compared one by one
/// when it is sold again.
pub(crate) async fn apply_product(
    app: &App,
    connection: &StripeConnection,
    stripe_product_id: &str,
) -> Result<Applied, ApplyError> {
    let Some(item_id) = item_of_product(stripe_product_id) else {
        return Ok(Applied::Foreign);
    };
    let account = open_account(app, connection, Priority::Inbox)?;
    let product = find_product(&account, stripe_product_id).await?;
    let ours = {
        let mut reader = app.database.reader().await?;
        prices::list_of_item(&mut reader.connection(), &connection.id, item_id).await?
    };
    if ours.is_empty() {
        return Ok(unknown_product(connection, product));
    }
    match fact(product.as_ref()) {
        ProductFact::Active => mark_prices(app, connection, &ours).await?,
        ProductFact::Archived => {
            drift_item(app, connection, item_id, PriceReason::ProductArchived).await?;
        }
        ProductFact::Deleted => {
            drift_item(app, connection, item_id, PriceReason::ProductMissing).await?;
        }
    }
    Ok(Applied::Done)
}

fn unknown_product(connection: &StripeConnection, product: Option<StripeProduct>) -> Applied {
    let metadata = product.map(|product| product.metadata).unwrap_or_default();
    if metadata.get(CONNECTION) == Some(&connection.id) {
        Applied::Dead("The product names an item that does not exist.".to_owned())
    } else {
        Applied::Foreign
    }
}

async fn drift_item(
    app: &App,
    connection: &StripeConnection,
    item_id: &str,
    reason: PriceReason,
) -> Result<(), Failure> {
    let claim = claim_at(app, &connection.id);
    let mut transaction = app.database.begin().await?;
    prices::drift_item(&mut transaction.connection(), claim, item_id, reason).await?;
    transaction.commit().await
}

/// Marks the prices that drifted with their product.
async fn mark_prices(
    app: &App,
    connection: &StripeConnection,
    ours: &[PriceWork],
) -> Result<(), Failure> {
    let with_product = [PriceReason::ProductArchived, PriceReason::ProductMissing];
    let drifted = ours.iter().filter(|price| {
        let reason = price.reason.filter(|reason| with_product.contains(reason));
        price.state == PriceState::Drifted && reason.is_some()
    });
    let ids = drifted.filter_map(|price| price.stripe_price_id.as_deref());
    let mut ids: Vec<&str> = ids.collect();
    if ids.is_empty() {
        return Ok(());
    }
    ids.sort_unstable();
    let marks = ids.into_iter().map(|object_id| Mark {
        object: MarkedObject {
            connection_id: &connection.id,
            kind: ObjectKind::Price,
            object_id,
        },
        event: None,
        count: 1,
    });
    let marks: Vec<Mark<'_>> = marks.collect();
    let mut transaction = app.database.begin().await?;
    mark_all(&mut transaction.connection(), &marks, app.clock.now()).await?;
    transaction.commit().await
}
