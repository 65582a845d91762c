//! Tables of features and prices; every statement names the website and the mode, or a key found by them.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::feature::Feature;
use super::feature_price::{FeatureName, FeaturePrice};
use super::price::Price;
use crate::caller::SiteScope;
use crate::schema::Cursor;

/// Returns no row if the feature already has this name.
const SAVE: &str = "\
    INSERT INTO feature (id, website_id, mode, code, name, created_at) VALUES ($1, $2, $3, $4, $5, $6) \
    ON CONFLICT (website_id, mode, code) DO UPDATE SET name = excluded.name WHERE feature.name <> excluded.name \
    RETURNING id";

const LOCK: &str = "UPDATE websites SET client_id = client_id WHERE id = $1";
const COUNT: &str = "SELECT COUNT(*) FROM feature WHERE website_id = $1 AND mode = $2";

const FIND: &str = "\
    SELECT f.code, f.name, f.created_at, p.version, p.credits, p.per_units, p.min_charge, p.effective_at \
    FROM feature f LEFT JOIN feature_price p ON p.feature_id = f.id AND p.version = \
        (SELECT MAX(v.version) FROM feature_price v WHERE v.feature_id = f.id AND v.effective_at <= $4) \
    WHERE f.website_id = $1 AND f.mode = $2 AND f.code = $3";

const LIST: &str = "\
    SELECT f.code, f.name, f.created_at, p.version, p.credits, p.per_units, p.min_charge, p.effective_at \
    FROM feature f LEFT JOIN feature_price p ON p.feature_id = f.id AND p.version = \
        (SELECT MAX(v.version) FROM feature_price v WHERE v.feature_id = f.id AND v.effective_at <= $5) \
    WHERE f.website_id = $1 AND f.mode = $2 AND (f.created_at, f.code) < ($3, $4) \
    ORDER BY f.created_at DESC, f.code DESC LIMIT $6";

/// The newest version that is already valid applies. A version that is added later also replaces earlier ones that start after
/// it.
const FEATURE_PRICES: (&str, &str) = (
    "WITH requested (position, website, in_mode, called, instant) AS (VALUES ",
    ") SELECT requested.position, f.id, f.code, p.version, p.credits, p.per_units, p.min_charge, p.effective_at \
     FROM requested JOIN feature f ON f.website_id = requested.website AND f.mode = requested.in_mode AND f.code = requested.called \
     LEFT JOIN feature_price p ON p.feature_id = f.id AND p.version = \
        (SELECT MAX(v.version) FROM feature_price v WHERE v.feature_id = f.id AND v.effective_at <= requested.instant)",
);

const ID_OF: &str = "SELECT id FROM feature WHERE website_id = $1 AND mode = $2 AND code = $3";

const PRICE: &str = "\
    SELECT version, credits, per_units, min_charge, effective_at FROM feature_price WHERE feature_id = $1 AND version = $2";

const PRICES: &str = "\
    SELECT version, credits, per_units, min_charge, effective_at FROM feature_price \
    WHERE feature_id = $1 AND version < $2 ORDER BY version DESC LIMIT $3";

const LATEST: &str = "SELECT COALESCE(MAX(version), 0) FROM feature_price WHERE feature_id = $1";

/// Inserts nothing if the version exists, or is not the next one.
const ADD_PRICE: &str = "\
    INSERT INTO feature_price (feature_id, version, credits, per_units, min_charge, effective_at) \
    SELECT id, $2, $3, $4, $5, $6 FROM feature \
    WHERE id = $1 AND $2 = (SELECT COALESCE(MAX(v.version), 0) + 1 FROM feature_price v WHERE v.feature_id = $1) \
    ON CONFLICT DO NOTHING";

#[derive(sqlx::FromRow)]
struct PriceRow {
    version: Option<i64>,
    credits: Option<i64>,
    per_units: Option<i64>,
    min_charge: Option<i64>,
    effective_at: Option<i64>,
}

impl PriceRow {
    fn into_price(self) -> Option<Price> {
        Some(Price {
            version: self.version?,
            credits: self.credits?,
            per_units: self.per_units?,
            min_charge: self.min_charge?,
            effective_at: Timestamp::from_micros(self.effective_at?),
        })
    }
}

#[derive(sqlx::FromRow)]
struct FeatureRow {
    code: String,
    name: String,
    created_at: i64,
    #[sqlx(flatten)]
    price: PriceRow,
}

impl From<FeatureRow> for Feature {
    fn from(row: FeatureRow) -> Self {
        Self {
            code: row.code,
            name: row.name,
            price: row.price.into_price(),
            created_at: Timestamp::from_micros(row.created_at),
        }
    }
}

#[derive(sqlx::FromRow)]
struct OfferRow {
    position: i64,
    id: i64,
    code: String,
    #[sqlx(flatten)]
    price: PriceRow,
}

/// A feature to be created, with a new key.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewFeature<'a> {
    pub(super) id: i64,
    pub(super) code: &'a str,
    pub(super) name: &'a str,
    pub(super) created_at: Timestamp,
}

/// Creates or renames a feature; false if it already has this name.
pub(super) async fn save(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
    new: &NewFeature<'_>,
) -> Result<bool, Failure> {
    let changed: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(SAVE)
        .bind(new.id)
        .bind(website_id)
        .bind(mode.word())
        .bind(new.code)
        .bind(new.name)
        .bind(new.created_at.micros())
        .fetch_optional(c)
        .await)
    .failed("storing a feature")?;
    Ok(changed.is_some())
}

/// Locks a website, so that concurrent requests cannot exceed the limit, and counts its features in a mode.
pub(super) async fn lock_and_count(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query(LOCK)
        .bind(website_id)
        .execute(c)
        .await
        .map(drop))
    .failed("locking a website's features")?;
    on_engine!(db, |c| sqlx::query_scalar(COUNT)
        .bind(website_id)
        .bind(mode.word())
        .fetch_one(c)
        .await)
    .failed("counting a website's features")
}

/// Finds a website's feature, with the price in force at a time.
pub(super) async fn find(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
    code: &str,
    at: Timestamp,
) -> Result<Option<Feature>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, FeatureRow>(FIND)
        .bind(website_id)
        .bind(mode.word())
        .bind(code)
        .bind(at.micros())
        .fetch_optional(c)
        .await)
    .failed("reading a feature")
    .map(|row| row.map(Feature::from))
}

/// Reads one page of a website's features, newest first, starting after the cursor.
pub(super) async fn list(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
    after: Option<&Cursor>,
    limit: i64,
    at: Timestamp,
) -> Result<Vec<Feature>, Failure> {
    let (created_at, code) = after.map_or((i64::MAX, ""), |cursor| {
        (cursor.at.micros(), cursor.id.as_str())
    });
    on_engine!(db, |c| sqlx::query_as::<_, FeatureRow>(LIST)
        .bind(website_id)
        .bind(mode.word())
        .bind(created_at)
        .bind(code)
        .bind(at.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing features")
    .map(|rows| rows.into_iter().map(Feature::from).collect())
}

/// Reads the existing features with these names, each with the index of its name.
pub(super) async fn offers(
    db: &mut Connection<'_>,
    names: &[FeatureName<'_>],
    at: Timestamp,
) -> Result<Vec<(i64, FeaturePrice)>, Failure> {
    let requested: Vec<(i64, &FeatureName<'_>)> = (0..).zip(names).collect();
    let mut offers = Vec::new();
    for portion in padded(&requested, 5) {
        let text = portion.text(db, FEATURE_PRICES);
        let rows: Vec<OfferRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for ((position, name), there) in portion.rows() {
                query = query
                    .bind(*position)
                    .bind(there.some(name.website_id))
                    .bind(name.mode.word())
                    .bind(name.code)
                    .bind(at.micros());
            }
            query.fetch_all(c).await
        })
        .failed("reading prices")?;
        offers.extend(rows.into_iter().map(|row| {
            let offer = FeaturePrice {
                feature_id: row.id,
                code: row.code,
                price: row.price.into_price(),
            };
            (row.position, offer)
        }));
    }
    Ok(offers)
}

/// Returns the key of a website's feature.
pub(crate) async fn id_of(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
    code: &str,
) -> Result<Option<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(ID_OF)
        .bind(website_id)
        .bind(mode.word())
        .bind(code)
        .fetch_optional(c)
        .await)
    .failed("finding a feature")
}

/// Reads one version of a feature's price.
pub(super) async fn price(
    db: &mut Connection<'_>,
    feature_id: i64,
    version: i64,
) -> Result<Option<Price>, Failure> {
    let row: Option<PriceRow> = on_engine!(db, |c| sqlx::query_as(PRICE)
        .bind(feature_id)
        .bind(version)
        .fetch_optional(c)
        .await)
    .failed("reading a price")?;
    Ok(row.and_then(PriceRow::into_price))
}

/// Reads the versions of a feature's price before one, newest first.
pub(super) async fn prices(
    db: &mut Connection<'_>,
    feature_id: i64,
    before: i64,
    limit: i64,
) -> Result<Vec<Price>, Failure> {
    let rows: Vec<PriceRow> = on_engine!(db, |c| sqlx::query_as(PRICES)
        .bind(feature_id)
        .bind(before)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing prices")?;
    Ok(rows.into_iter().filter_map(PriceRow::into_price).collect())
}

/// Returns the newest version of a feature's price; 0 before the first.
pub(super) async fn latest(db: &mut Connection<'_>, feature_id: i64) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LATEST)
        .bind(feature_id)
        .fetch_one(c)
        .await)
    .failed("counting prices")
}

/// Adds a price if its version is the next one. False if it is not, or if another request has just added it.
pub(super) async fn add_price(
    db: &mut Connection<'_>,
    feature_id: i64,
    price: &Price,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(ADD_PRICE)
        .bind(feature_id)
        .bind(price.version)
        .bind(price.credits)
        .bind(price.per_units)
        .bind(price.min_charge)
        .bind(price.effective_at.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("storing a price")
}
