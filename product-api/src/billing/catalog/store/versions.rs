//! Tables of versions of packs and their prices.

use std::collections::HashMap;

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::billing::catalog::pack_version::{
    NewPackVersion, PackTerms, PackVersion, VersionFeature, VersionPrice,
};
use crate::billing::catalog::price_state::{PriceAtStripe, PriceReason, PriceState};
use crate::billing::currency::{Currency, Money};

const INSERT: &str = "\
    INSERT INTO pack_version (pack_id, version, credits, bonus, expires_days, bonus_expires_days, feature_id, \
        is_first_only, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

const INSERT_PRICES: &str = "INSERT INTO pack_price (pack_id, version, currency, amount_minor)";

const VERSIONS: (&str, &str) = (
    "WITH asked (pack_id, version) AS (VALUES ",
    ") SELECT v.pack_id, v.version, v.credits, v.bonus, v.expires_days, v.bonus_expires_days, v.feature_id, \
        f.code AS feature, v.is_first_only, v.created_at \
     FROM asked JOIN pack_version v ON v.pack_id = asked.pack_id AND v.version = asked.version \
     LEFT JOIN feature f ON f.id = v.feature_id ORDER BY v.pack_id, v.version",
);

const PRICES: (&str, &str) = (
    "WITH asked (pack_id, version, connection_id) AS (VALUES ",
    ") SELECT p.pack_id, p.version, p.currency, p.amount_minor, s.id, s.stripe_price_id, s.state, s.reason, s.detail \
     FROM asked JOIN pack_price p ON p.pack_id = asked.pack_id AND p.version = asked.version \
     LEFT JOIN catalog_price s ON s.pack_id = p.pack_id AND s.version = p.version AND s.currency = p.currency \
        AND s.connection_id = asked.connection_id \
     ORDER BY p.pack_id, p.version, p.currency",
);

#[derive(sqlx::FromRow)]
struct VersionRow {
    pack_id: String,
    version: i64,
    credits: i64,
    bonus: i64,
    expires_days: Option<i64>,
    bonus_expires_days: Option<i64>,
    feature_id: Option<i64>,
    feature: Option<String>,
    is_first_only: bool,
    created_at: i64,
}

impl VersionRow {
    fn with(self, prices: Vec<VersionPrice>) -> PackVersion {
        let feature = self.feature_id.zip(self.feature);
        PackVersion {
            version: self.version,
            terms: PackTerms {
                credits: self.credits,
                bonus: self.bonus,
                expires_days: self.expires_days,
                bonus_expires_days: self.bonus_expires_days,
                is_first_only: self.is_first_only,
            },
            feature: feature.map(|(id, code)| VersionFeature { id, code }),
            created_at: Timestamp::from_micros(self.created_at),
            prices,
        }
    }
}

#[derive(sqlx::FromRow)]
struct VersionPriceRow {
    pack_id: String,
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
    Failure::defect("a price of a pack has an unknown word")
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
    /// The pack.
    pub(in crate::billing::catalog) pack_id: &'a str,
    /// The number of the version.
    pub(in crate::billing::catalog) version: i64,
}

/// A version with its pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::catalog) struct VersionOfPack {
    /// The pack.
    pub(in crate::billing::catalog) pack_id: String,
    /// The version.
    pub(in crate::billing::catalog) version: PackVersion,
}

/// Reads versions with their prices at a connection, in the order of packs and numbers. Versions that do not exist are left
/// out.
pub(in crate::billing::catalog) async fn read(
    db: &mut Connection<'_>,
    keys: &[VersionKey<'_>],
    connection_id: Option<&str>,
) -> Result<Vec<VersionOfPack>, Failure> {
    let mut prices = read_prices(db, keys, connection_id).await?;
    let mut versions = Vec::new();
    for portion in padded(keys, 2) {
        let text = portion.text(db, VERSIONS);
        let rows: Vec<VersionRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (key, slot) in portion.rows() {
                query = query.bind(slot.some(key.pack_id)).bind(key.version);
            }
            query.fetch_all(c).await
        })
        .failed("reading versions of packs")?;
        versions.extend(rows.into_iter().map(|row| {
            let prices = prices.remove(&(row.pack_id.clone(), row.version));
            VersionOfPack {
                pack_id: row.pack_id.clone(),
                version: row.with(prices.unwrap_or_default()),
            }
        }));
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
                    .bind(slot.some(key.pack_id))
                    .bind(key.version)
                    .bind(connection_id);
            }
            query.fetch_all(c).await
        })
        .failed("reading prices of packs")?;
        for row in rows {
            let key = (row.pack_id.clone(), row.version);
            prices.entry(key).or_default().push(row.try_into()?);
        }
    }
    Ok(prices)
}

/// Inserts a version with its prices. `feature_id` is the key of the feature that the version names.
pub(in crate::billing::catalog) async fn insert(
    db: &mut Connection<'_>,
    key: VersionKey<'_>,
    new: &NewPackVersion,
    feature_id: Option<i64>,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(key.pack_id)
        .bind(key.version)
        .bind(new.terms.credits)
        .bind(new.terms.bonus)
        .bind(new.terms.expires_days)
        .bind(new.terms.bonus_expires_days)
        .bind(feature_id)
        .bind(new.terms.is_first_only)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("adding a version of a pack")?;
    for portion in padded(&new.prices, 4) {
        let text = portion.insert(db, INSERT_PRICES, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (price, slot) in portion.rows() {
                query = query
                    .bind(slot.some(key.pack_id))
                    .bind(key.version)
                    .bind(price.currency.code())
                    .bind(price.minor);
            }
            query.execute(c).await.map(drop)
        })
        .failed("adding prices of a pack")?;
    }
    Ok(())
}
