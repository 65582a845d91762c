//! Tables of versions and their prices.

use std::collections::HashMap;

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::pack_versions;
use super::plan_versions::{self, FeatureCredits};
use crate::billing::catalog::item::ItemKind;
use crate::billing::catalog::price_state::{PriceAtStripe, PriceReason, PriceState};
use crate::billing::catalog::version::{ItemVersion, NewVersion, VersionPrice, VersionTerms};
use crate::billing::currency::{Currency, Money};

const INSERT_PRICES: &str = "INSERT INTO version_price (item_id, version, currency, amount_minor)";

const PRICES: (&str, &str) = (
    "WITH requested (item_id, version, connection_id) AS (VALUES ",
    ") SELECT p.item_id, p.version, p.currency, p.amount_minor, s.id, s.stripe_price_id, s.state, s.reason, s.detail \
     FROM requested JOIN version_price p ON p.item_id = requested.item_id AND p.version = requested.version \
     LEFT JOIN catalog_price s ON s.item_id = p.item_id AND s.version = p.version AND s.currency = p.currency \
        AND s.connection_id = requested.connection_id \
     ORDER BY p.item_id, p.version, p.currency",
);

#[derive(sqlx::FromRow)]
struct VersionPriceRow {
    item_id: String,
    version: i64,
    currency: String,
    amount_minor: i64,
    id: Option<i64>,
    stripe_price_id: Option<String>,
    state: Option<String>,
    reason: Option<String>,
    detail: Option<String>,
}

fn unknown() -> Failure {
    Failure::defect("a price of a version has an unknown word")
}

impl TryFrom<VersionPriceRow> for VersionPrice {
    type Error = Failure;

    fn try_from(row: VersionPriceRow) -> Result<Self, Self::Error> {
        let at_stripe = match (row.id, row.state) {
            (Some(id), Some(state)) => Some(PriceAtStripe {
                id,
                stripe_price_id: row.stripe_price_id,
                state: PriceState::from_word(&state).ok_or_else(unknown)?,
                reason: row.reason.as_deref().and_then(PriceReason::from_word),
                detail: row.detail,
            }),
            (None, _) | (_, None) => None,
        };
        Ok(Self {
            money: Money {
                currency: Currency::parse(&row.currency).ok_or_else(unknown)?,
                minor: row.amount_minor,
            },
            at_stripe,
        })
    }
}

/// The key of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::billing::catalog) struct VersionKey<'a> {
    /// The item.
    pub(in crate::billing::catalog) item_id: &'a str,
    /// The number of the version.
    pub(in crate::billing::catalog) version: i64,
}

/// A version with its item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::catalog) struct VersionOfItem {
    /// The item.
    pub(in crate::billing::catalog) item_id: String,
    /// The version.
    pub(in crate::billing::catalog) version: ItemVersion,
}

/// Reads versions of items of one kind with their prices at a connection, in the order of items and numbers. Versions that do
/// not exist are left out.
pub(in crate::billing::catalog) async fn read(
    db: &mut Connection<'_>,
    kind: ItemKind,
    keys: &[VersionKey<'_>],
    connection_id: Option<&str>,
) -> Result<Vec<VersionOfItem>, Failure> {
    let mut prices = read_prices(db, keys, connection_id).await?;
    let mut versions = match kind {
        ItemKind::Pack => pack_versions::read(db, keys).await?,
        ItemKind::Plan => plan_versions::read(db, keys).await?,
    };
    for found in &mut versions {
        let key = (found.item_id.clone(), found.version.version);
        found.version.prices = prices.remove(&key).unwrap_or_default();
    }
    Ok(versions)
}

type PricesByVersion = HashMap<(String, i64), Vec<VersionPrice>>;

async fn read_prices(
    db: &mut Connection<'_>,
    keys: &[VersionKey<'_>],
    connection_id: Option<&str>,
) -> Result<PricesByVersion, Failure> {
    let mut prices = PricesByVersion::new();
    for portion in padded(keys, 3) {
        let text = portion.text(db, PRICES);
        let rows: Vec<VersionPriceRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (key, slot) in portion.rows() {
                query = query
                    .bind(slot.some(key.item_id))
                    .bind(key.version)
                    .bind(connection_id);
            }
            query.fetch_all(c).await
        })
        .failed("reading prices of versions")?;
        for row in rows {
            let key = (row.item_id.clone(), row.version);
            prices.entry(key).or_default().push(row.try_into()?);
        }
    }
    Ok(prices)
}

/// Inserts a version with its prices. `feature_ids` are the keys of the features that it names, in their order.
pub(in crate::billing::catalog) async fn insert(
    db: &mut Connection<'_>,
    key: VersionKey<'_>,
    new: &NewVersion,
    feature_ids: &[i64],
    now: Timestamp,
) -> Result<(), Failure> {
    match &new.terms {
        VersionTerms::Pack(terms) => {
            let feature_id = feature_ids.first().copied();
            pack_versions::insert(db, key, terms, feature_id, now).await?;
        }
        VersionTerms::Plan(terms) => {
            plan_versions::insert(db, key, terms, now).await?;
            let features = new.features.iter().zip(feature_ids);
            let features = features.map(|(feature, id)| FeatureCredits {
                feature_id: *id,
                credits: feature.credits,
            });
            let features: Vec<FeatureCredits> = features.collect();
            plan_versions::insert_features(db, key, &features).await?;
        }
    }
    insert_prices(db, key, &new.prices).await
}

async fn insert_prices(
    db: &mut Connection<'_>,
    key: VersionKey<'_>,
    prices: &[Money],
) -> Result<(), Failure> {
    for portion in padded(prices, 4) {
        let text = portion.insert(db, INSERT_PRICES, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (price, slot) in portion.rows() {
                query = query
                    .bind(slot.some(key.item_id))
                    .bind(key.version)
                    .bind(price.currency.code())
                    .bind(price.minor);
            }
            query.execute(c).await.map(drop)
        })
        .failed("adding prices of a version")?;
    }
    Ok(())
}
