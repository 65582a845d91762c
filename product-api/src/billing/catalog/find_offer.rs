//! Finds a pack as it is sold now, for a checkout.

use foundation::{Connection, Failure};

use super::item::{CatalogItem, ItemCode, ItemStatus};
use super::offer::{OfferPrice, PackOffer};
use super::price_state::PriceState;
use super::store::items;
use super::store::versions::{self, VersionKey};
use super::version::{ItemVersion, VersionPrice};

/// Returns the newest version of an active pack with its prices at a connection; `None` if the book sells no such pack.
pub(crate) async fn find_offer(
    db: &mut Connection<'_>,
    book_id: i64,
    connection_id: &str,
    code: &str,
) -> Result<Option<PackOffer>, Failure> {
    let code = ItemCode::pack(code);
    match find_newest(db, book_id, connection_id, code).await? {
        Some(newest) => pack_offer(newest).map(Some),
        None => Ok(None),
    }
}

struct Newest {
    item: CatalogItem,
    version: ItemVersion,
}

async fn find_newest(
    db: &mut Connection<'_>,
    book_id: i64,
    connection_id: &str,
    code: ItemCode<'_>,
) -> Result<Option<Newest>, Failure> {
    let item = items::find(db, book_id, code).await?;
    let Some(item) = item.filter(|item| item.details.status == ItemStatus::Active) else {
        return Ok(None);
    };
    let key = VersionKey {
        item_id: &item.id,
        version: item.latest,
    };
    let newest = versions::read(db, item.kind, &[key], Some(connection_id)).await?;
    let newest = newest.into_iter().next();
    Ok(newest.map(|newest| Newest {
        item,
        version: newest.version,
    }))
}

fn pack_offer(newest: Newest) -> Result<PackOffer, Failure> {
    let Newest { item, version } = newest;
    let terms = version.pack_terms()?.clone();
    Ok(PackOffer {
        pack_id: item.id,
        code: item.code,
        name: item.details.name,
        description: item.details.description,
        version: version.version,
        credits: terms.credits,
        bonus: terms.bonus,
        expires_days: terms.expires_days,
        bonus_expires_days: terms.bonus_expires_days,
        feature_id: version.features.first().map(|feature| feature.id),
        is_first_only: terms.is_first_only,
        prices: version.prices.into_iter().map(new_offer_price).collect(),
    })
}

fn new_offer_price(price: VersionPrice) -> OfferPrice {
    let made = price.at_stripe;
    OfferPrice {
        id: made.as_ref().map_or(0, |made| made.id),
        currency: price.money.currency,
        amount_minor: price.money.minor,
        state: made.as_ref().map_or(PriceState::Pending, |made| made.state),
        stripe_price_id: made.and_then(|made| made.stripe_price_id),
    }
}
