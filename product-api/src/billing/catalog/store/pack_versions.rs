//! The table of versions of packs.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::versions::{VersionKey, VersionOfItem};
use crate::billing::catalog::pack_terms::PackTerms;
use crate::billing::catalog::version::{ItemVersion, VersionFeature, VersionTerms};

const INSERT: &str = "\
    INSERT INTO pack_version (pack_id, version, credits, bonus, expires_days, bonus_expires_days, feature_id, \
        is_first_only, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

const VERSIONS: (&str, &str) = (
    "WITH requested (pack_id, version) AS (VALUES ",
    ") SELECT v.pack_id, v.version, v.credits, v.bonus, v.expires_days, v.bonus_expires_days, v.feature_id, \
        f.code AS feature, v.is_first_only, v.created_at \
     FROM requested JOIN pack_version v ON v.pack_id = requested.pack_id AND v.version = requested.version \
     LEFT JOIN feature f ON f.id = v.feature_id ORDER BY v.pack_id, v.version",
);

#[derive(sqlx::FromRow)]
struct PackVersionRow {
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

impl From<PackVersionRow> for VersionOfItem {
    fn from(row: PackVersionRow) -> Self {
        let feature = row.feature_id.zip(row.feature);
        let feature = feature.map(|(id, code)| VersionFeature {
            id,
            code,
            credits: 0,
        });
        Self {
            item_id: row.pack_id,
            version: ItemVersion {
                version: row.version,
                terms: VersionTerms::Pack(PackTerms {
                    credits: row.credits,
                    bonus: row.bonus,
                    expires_days: row.expires_days,
                    bonus_expires_days: row.bonus_expires_days,
                    is_first_only: row.is_first_only,
                }),
                features: feature.into_iter().collect(),
                created_at: Timestamp::from_micros(row.created_at),
                prices: Vec::new(),
            },
        }
    }
}

/// Reads versions of packs without their prices, in the order of packs and numbers.
pub(super) async fn read(
    db: &mut Connection<'_>,
    keys: &[VersionKey<'_>],
) -> Result<Vec<VersionOfItem>, Failure> {
    let mut versions = Vec::new();
    for portion in padded(keys, 2) {
        let text = portion.text(db, VERSIONS);
        let rows: Vec<PackVersionRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (key, slot) in portion.rows() {
                query = query.bind(slot.some(key.item_id)).bind(key.version);
            }
            query.fetch_all(c).await
        })
        .failed("reading versions of packs")?;
        versions.extend(rows.into_iter().map(VersionOfItem::from));
    }
    Ok(versions)
}

/// Inserts a version of a pack. `feature_id` is the key of the feature that the version names.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    key: VersionKey<'_>,
    terms: &PackTerms,
    feature_id: Option<i64>,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(key.item_id)
        .bind(key.version)
        .bind(terms.credits)
        .bind(terms.bonus)
        .bind(terms.expires_days)
        .bind(terms.bonus_expires_days)
        .bind(feature_id)
        .bind(terms.is_first_only)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("adding a version of a pack")
}
