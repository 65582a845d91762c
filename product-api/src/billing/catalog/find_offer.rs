//! Finds a pack as it is sold now, for a checkout.

use foundation::{Connection, Failure};

use super::offer::{OfferPrice, PackOffer};
use super::pack::{Pack, PackStatus};
use super::pack_version::{PackVersion, VersionPrice};
use super::price_state::PriceState;
use super::store::packs;
use super::store::versions::{self, VersionKey};

/// Returns the newest version of an active pack with its prices at a connection; `None` if the book sells no such pack.
pub(crate) async fn find_offer(
    db: &mut Connection<'_>,
    book_id: i64,
    connection_id: &str,
    code: &str,
) -> Result<Option<PackOffer>, Failure> {
    let pack = packs::find(db, book_id, code).await?;
    let Some(pack) = pack.filter(|pack| pack.details.status == PackStatus::Active) else {
        return Ok(None);
    };
    let key = VersionKey {
        pack_id: &pack.id,
        version: pack.latest,
    };
    let newest = versions::read(db, &[key], Some(connection_id)).await?;
    let newest = newest.into_iter().next().map(|found| found.version);
    Ok(newest.map(|newest| new_offer(pack, newest)))
}

fn new_offer(pack: Pack, newest: PackVersion) -> PackOffer {
    PackOffer {
        pack_id: pack.id,
        code: pack.code,
        name: pack.details.name,
        description: pack.details.description,
        version: newest.version,
        credits: newest.terms.credits,
        bonus: newest.terms.bonus,
        expires_days: newest.terms.expires_days,
        bonus_expires_days: newest.terms.bonus_expires_days,
        feature_id: newest.feature.map(|feature| feature.id),
        is_first_only: newest.terms.is_first_only,
        prices: newest.prices.into_iter().map(new_offer_price).collect(),
    }
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
