//! Adds a version of a pack or a plan. Versions never change, so that every purchase can name the one that was bought.

use std::sync::Arc;

use foundation::{Connection, Failure};
use serde_json::{Value, json};

use super::item::{CatalogItem, ItemCode, ItemKind, ItemStatus};
use super::make_prices::make_prices;
use super::read_items::{find_version, no_item};
use super::store::items;
use super::store::versions::{self, VersionKey};
use super::sync_now::sync_now;
use super::version::{ItemVersion, MAX_VERSIONS, NewVersion, VersionTerms};
use crate::app::App;
use crate::audit::Action;
use crate::billing::connections::settings_of_book;
use crate::caller::SiteScope;
use crate::credits::{lock_book, open_site_book};
use crate::features;
use crate::problem::{FieldError, Kind, Problem};
use crate::websites::SiteAccess;

/// A version as a request names it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestedVersion<'a> {
    /// The item.
    pub(super) item: ItemCode<'a>,
    /// The number of the version.
    pub(super) version: i64,
    /// Its content.
    pub(super) content: &'a NewVersion,
}

/// Adds the next version of an item, and brings its prices to Stripe if the item is active. A repeated request for an existing
/// version with equal content changes nothing. Of two concurrent requests for one version one succeeds, and the other gets
/// `catalog-version-taken`.
pub(super) async fn add_version(
    app: &Arc<App>,
    access: &SiteAccess,
    asked: RequestedVersion<'_>,
) -> Result<ItemVersion, Problem> {
    let kind = asked.item.kind;
    let book_id = open_site_book(app, access.scope()).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    lock_book(&mut db, book_id).await?;
    let item = items::find(&mut db, book_id, asked.item).await?;
    let item = item.ok_or_else(|| no_item(kind))?;
    let key = VersionKey {
        item_id: &item.id,
        version: asked.version,
    };
    let existing = versions::read(&mut db, kind, &[key], None).await?;
    let mut claimed = Vec::new();
    if let Some(existing) = existing.first() {
        if !existing.version.is_like(asked.content) {
            let cause = "There is such a version with another content, and versions never change";
            return Err(taken(&item, cause));
        }
    } else {
        insert(app, &mut db, access.scope(), &item, asked).await?;
        let added = match kind {
            ItemKind::Pack => Action::PackVersionAdded,
            ItemKind::Plan => Action::PlanVersionAdded,
        };
        let event = added.on(asked.item.code, audited(access, asked));
        access.record(app, &mut db, event).await?;
        claimed = claim(app, &mut db, book_id, &item, key).await?;
    }
    transaction.commit().await?;
    sync_now(app, claimed).await;
    find_version(app, access, asked.item, asked.version).await
}

/// Inserts the version if its number is the next one.
async fn insert(
    app: &App,
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
    item: &CatalogItem,
    asked: RequestedVersion<'_>,
) -> Result<(), Problem> {
    if asked.version > MAX_VERSIONS && asked.version == item.latest + 1 {
        let detail = format!(
            "A {} has at most {MAX_VERSIONS} versions.",
            item.kind.word()
        );
        return Err(Problem::invalid(&[FieldError::parameter(
            "version", detail,
        )]));
    }
    let mut feature_ids = Vec::new();
    for feature in &asked.content.features {
        let found = features::id_of(db, site, &feature.code).await?;
        feature_ids.push(found.ok_or_else(|| unknown_feature(&feature.code))?);
    }
    let now = app.clock.now();
    if !items::take_version(db, &item.id, asked.version, now).await? {
        return Err(taken(item, "Versions follow one another"));
    }
    let key = VersionKey {
        item_id: &item.id,
        version: asked.version,
    };
    versions::insert(db, key, asked.content, &feature_ids, now).await?;
    Ok(())
}

fn unknown_feature(code: &str) -> Problem {
    let detail = format!("The website has no feature `{code}` in this mode.");
    Problem::new(Kind::UnknownFeature, detail)
}

/// Claims the prices of a new version, if its item is sold.
async fn claim(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    item: &CatalogItem,
    key: VersionKey<'_>,
) -> Result<Vec<i64>, Failure> {
    if item.details.status != ItemStatus::Active {
        return Ok(Vec::new());
    }
    let settings = settings_of_book(db, book_id).await?;
    let connection_id = settings.connection_id.as_deref();
    let added = versions::read(db, item.kind, &[key], connection_id).await?;
    make_prices(app, db, &settings, &added).await
}

fn audited(access: &SiteAccess, asked: RequestedVersion<'_>) -> Value {
    let content = asked.content;
    let prices = content
        .prices
        .iter()
        .map(|price| json!({"currency": price.currency.code(), "amount_minor": price.minor}));
    let prices: Vec<Value> = prices.collect();
    match &content.terms {
        VersionTerms::Pack(terms) => json!({
            "mode": access.mode.word(), "version": asked.version, "credits": terms.credits,
            "bonus": terms.bonus, "expires_days": terms.expires_days,
            "bonus_expires_days": terms.bonus_expires_days,
            "feature": content.features.first().map(|feature| &feature.code),
            "is_first_only": terms.is_first_only, "prices": prices,
        }),
        VersionTerms::Plan(terms) => {
            let features = content.features.iter();
            let features =
                features.map(|feature| json!({"code": feature.code, "credits": feature.credits}));
            json!({
                "mode": access.mode.word(), "version": asked.version, "credits": terms.credits,
                "interval": terms.interval.word(), "interval_count": terms.interval_count,
                "grant_every": terms.grant_every.word(), "rollover": terms.rollover.word(),
                "rollover_cap": terms.rollover_cap, "rollover_periods": terms.rollover_periods,
                "trial_days": terms.trial.map(|trial| trial.days),
                "trial_credits": terms.trial.map(|trial| trial.credits),
                "trial_needs_card": terms.trial.map(|trial| trial.needs_card),
                "max_quantity": terms.max_quantity, "features": features.collect::<Vec<_>>(),
                "prices": prices,
            })
        }
    }
}

/// Builds the refusal, which names the next version.
fn taken(item: &CatalogItem, cause: &str) -> Problem {
    let next = item.latest.saturating_add(1);
    let detail = format!("{cause}; the next one is {next}. Nothing was changed.");
    Problem::new(Kind::CatalogVersionTaken, detail).with("latest", item.latest)
}
