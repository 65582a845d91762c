//! Finds packs and plans as they are sold now, and the version of a plan that a subscription has.

use foundation::{Connection, Failure};

use super::item::{CatalogItem, ItemCode, ItemStatus};
use super::offer::{OfferPrice, PackOffer, PlanFeatureCredits, PlanOffer, SoldPlan};
use super::price_state::PriceState;
use super::store::versions::{self, VersionKey};
use super::store::{items, mapped_prices, prices};
use super::version::{ItemVersion, VersionPrice};
use crate::billing::currency::Money;

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

/// Returns the newest version of an active plan with its prices at a connection; `None` if the book sells no such plan.
pub(crate) async fn find_plan_offer(
    db: &mut Connection<'_>,
    book_id: i64,
    connection_id: &str,
    code: &str,
) -> Result<Option<PlanOffer>, Failure> {
    let code = ItemCode::plan(code);
    match find_newest(db, book_id, connection_id, code).await? {
        Some(newest) => plan_offer(newest).map(Some),
        None => Ok(None),
    }
}

/// Returns the version of a plan to which a price at Stripe belongs; `None` if the price is not one of ours, or not of a plan.
pub(crate) async fn find_plan_of_price(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_price_id: &str,
) -> Result<Option<SoldPlan>, Failure> {
    let Some(price) = prices::find(db, connection_id, stripe_price_id).await? else {
        let mapped = mapped_prices::find(db, connection_id, stripe_price_id).await?;
        return match mapped {
            Some(mapped) => find_plan(db, &mapped.item_id, mapped.version).await,
            None => Ok(None),
        };
    };
    let found = find_plan(db, &price.item_id, price.version).await?;
    Ok(found.map(|plan| SoldPlan {
        price_id: Some(price.id),
        ..plan
    }))
}

/// Returns the money of a price at Stripe; `None` if the price is not one of ours.
pub(crate) async fn find_price_money(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_price_id: &str,
) -> Result<Option<Money>, Failure> {
    match prices::find(db, connection_id, stripe_price_id).await? {
        Some(price) => Ok(Some(price.money)),
        None => mapped_prices::money_of(db, connection_id, stripe_price_id).await,
    }
}

/// Returns a version of a plan; `None` if there is none.
pub(crate) async fn find_plan(
    db: &mut Connection<'_>,
    plan_id: &str,
    version: i64,
) -> Result<Option<SoldPlan>, Failure> {
    let Some(found) = items::find_by_id(db, plan_id).await? else {
        return Ok(None);
    };
    if !found.item.is_plan() {
        return Ok(None);
    }
    let key = VersionKey {
        item_id: plan_id,
        version,
    };
    let versions = versions::read(db, found.item.kind, &[key], None).await?;
    match versions.first() {
        Some(version) => sold_plan(found.book_id, &found.item, &version.version).map(Some),
        None => Ok(None),
    }
}

struct Newest {
    book_id: i64,
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
        book_id,
        item,
        version: newest.version,
    }))
}

fn pack_offer(newest: Newest) -> Result<PackOffer, Failure> {
    let Newest { item, version, .. } = newest;
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

fn plan_offer(newest: Newest) -> Result<PlanOffer, Failure> {
    let plan = sold_plan(newest.book_id, &newest.item, &newest.version)?;
    let prices = newest.version.prices.into_iter();
    Ok(PlanOffer {
        plan,
        prices: prices.map(new_offer_price).collect(),
    })
}

fn sold_plan(book_id: i64, item: &CatalogItem, version: &ItemVersion) -> Result<SoldPlan, Failure> {
    let features = version.features.iter();
    let features = features.map(|feature| PlanFeatureCredits {
        feature_id: feature.id,
        code: feature.code.clone(),
        credits: feature.credits,
    });
    Ok(SoldPlan {
        book_id,
        plan_id: item.id.clone(),
        code: item.code.clone(),
        name: item.details.name.clone(),
        family: item.details.family.clone().unwrap_or_default(),
        version: version.version,
        price_id: None,
        terms: *version.plan_terms()?,
        features: features.collect(),
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
