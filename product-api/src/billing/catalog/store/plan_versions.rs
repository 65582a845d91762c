//! Tables of versions of plans and of their features.

use std::collections::HashMap;

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::versions::{VersionKey, VersionOfItem};
use crate::billing::catalog::plan_terms::{GrantEvery, Interval, PlanTerms, Rollover, Trial};
use crate::billing::catalog::version::{ItemVersion, VersionFeature, VersionTerms};

const INSERT: &str = "\
    INSERT INTO plan_version (plan_id, version, period, period_count, grant_every, credits, rollover, rollover_cap, \
        rollover_periods, trial_days, trial_credits, trial_needs_card, max_quantity, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";

const INSERT_FEATURES: &str = "INSERT INTO plan_feature (plan_id, version, feature_id, credits)";

const VERSIONS: (&str, &str) = (
    "WITH requested (plan_id, version) AS (VALUES ",
    ") SELECT v.plan_id, v.version, v.period, v.period_count, v.grant_every, v.credits, v.rollover, v.rollover_cap, \
        v.rollover_periods, v.trial_days, v.trial_credits, v.trial_needs_card, v.max_quantity, v.created_at \
     FROM requested JOIN plan_version v ON v.plan_id = requested.plan_id AND v.version = requested.version \
     ORDER BY v.plan_id, v.version",
);

const FEATURES: (&str, &str) = (
    "WITH requested (plan_id, version) AS (VALUES ",
    ") SELECT p.plan_id, p.version, p.feature_id, f.code, p.credits \
     FROM requested JOIN plan_feature p ON p.plan_id = requested.plan_id AND p.version = requested.version \
     JOIN feature f ON f.id = p.feature_id ORDER BY p.plan_id, p.version, f.code",
);

#[derive(sqlx::FromRow)]
struct PlanVersionRow {
    plan_id: String,
    version: i64,
    period: String,
    period_count: i64,
    grant_every: String,
    credits: i64,
    rollover: String,
    rollover_cap: Option<i64>,
    rollover_periods: i64,
    trial_days: i64,
    trial_credits: i64,
    trial_needs_card: bool,
    max_quantity: i64,
    created_at: i64,
}

impl TryFrom<PlanVersionRow> for VersionOfItem {
    type Error = Failure;

    fn try_from(row: PlanVersionRow) -> Result<Self, Self::Error> {
        let unknown = || Failure::defect("a version of a plan has an unknown word");
        let trial = Trial {
            days: row.trial_days,
            credits: row.trial_credits,
            needs_card: row.trial_needs_card,
        };
        let terms = PlanTerms {
            interval: Interval::from_word(&row.period).ok_or_else(unknown)?,
            interval_count: row.period_count,
            grant_every: GrantEvery::from_word(&row.grant_every).ok_or_else(unknown)?,
            credits: row.credits,
            rollover: Rollover::from_word(&row.rollover).ok_or_else(unknown)?,
            rollover_cap: row.rollover_cap,
            rollover_periods: row.rollover_periods,
            trial: (trial.days > 0).then_some(trial),
            max_quantity: row.max_quantity,
        };
        Ok(Self {
            item_id: row.plan_id,
            version: ItemVersion {
                version: row.version,
                terms: VersionTerms::Plan(terms),
                features: Vec::new(),
                created_at: Timestamp::from_micros(row.created_at),
                prices: Vec::new(),
            },
        })
    }
}

/// The further credits of a feature in a new version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FeatureCredits {
    /// The feature's key.
    pub(super) feature_id: i64,
    /// The credits; 0 if the plan only names the feature.
    pub(super) credits: i64,
}

#[derive(sqlx::FromRow)]
struct PlanFeatureRow {
    plan_id: String,
    version: i64,
    feature_id: i64,
    code: String,
    credits: i64,
}

/// Reads versions of plans without their prices, in the order of plans and numbers.
pub(super) async fn read(
    db: &mut Connection<'_>,
    keys: &[VersionKey<'_>],
) -> Result<Vec<VersionOfItem>, Failure> {
    let mut features = read_features(db, keys).await?;
    let mut versions = Vec::new();
    for portion in padded(keys, 2) {
        let text = portion.text(db, VERSIONS);
        let rows: Vec<PlanVersionRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (key, slot) in portion.rows() {
                query = query.bind(slot.some(key.item_id)).bind(key.version);
            }
            query.fetch_all(c).await
        })
        .failed("reading versions of plans")?;
        for row in rows {
            let mut found = VersionOfItem::try_from(row)?;
            let key = (found.item_id.clone(), found.version.version);
            found.version.features = features.remove(&key).unwrap_or_default();
            versions.push(found);
        }
    }
    Ok(versions)
}

type FeaturesByVersion = HashMap<(String, i64), Vec<VersionFeature>>;

async fn read_features(
    db: &mut Connection<'_>,
    keys: &[VersionKey<'_>],
) -> Result<FeaturesByVersion, Failure> {
    let mut features = FeaturesByVersion::new();
    for portion in padded(keys, 2) {
        let text = portion.text(db, FEATURES);
        let rows: Vec<PlanFeatureRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (key, slot) in portion.rows() {
                query = query.bind(slot.some(key.item_id)).bind(key.version);
            }
            query.fetch_all(c).await
        })
        .failed("reading features of plans")?;
        for row in rows {
            let of_version = features.entry((row.plan_id, row.version)).or_default();
            of_version.push(VersionFeature {
                id: row.feature_id,
                code: row.code,
                credits: row.credits,
            });
        }
    }
    // The collations of the engines differ.
    for of_version in features.values_mut() {
        of_version.sort_unstable_by(|one, other| one.code.cmp(&other.code));
    }
    Ok(features)
}

/// Inserts a version of a plan.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    key: VersionKey<'_>,
    terms: &PlanTerms,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(key.item_id)
        .bind(key.version)
        .bind(terms.interval.word())
        .bind(terms.interval_count)
        .bind(terms.grant_every.word())
        .bind(terms.credits)
        .bind(terms.rollover.word())
        .bind(terms.rollover_cap)
        .bind(terms.rollover_periods)
        .bind(terms.trial.map_or(0, |trial| trial.days))
        .bind(terms.trial.map_or(0, |trial| trial.credits))
        .bind(terms.trial.is_some_and(|trial| trial.needs_card))
        .bind(terms.max_quantity)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("adding a version of a plan")
}

/// Inserts the features of a version.
pub(super) async fn insert_features(
    db: &mut Connection<'_>,
    key: VersionKey<'_>,
    features: &[FeatureCredits],
) -> Result<(), Failure> {
    for portion in padded(features, 4) {
        let text = portion.insert(db, INSERT_FEATURES, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (feature, slot) in portion.rows() {
                query = query
                    .bind(slot.some(key.item_id))
                    .bind(key.version)
                    .bind(feature.feature_id)
                    .bind(feature.credits);
            }
            query.execute(c).await.map(drop)
        })
        .failed("adding features of a plan")?;
    }
    Ok(())
}
