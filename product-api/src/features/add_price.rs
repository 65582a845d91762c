//! Adds a price: the next version. Versions never change, so that every transaction can name the price that it used.

use foundation::{Connection, Failure, Timestamp};
use serde_json::json;

use super::price::{NewPrice, Price};
use super::store;
use crate::app::App;
use crate::audit::Action;
use crate::problem::{FieldError, Kind, Problem};
use crate::websites::SiteAccess;

/// Maximum number of versions of a feature's price.
const MAX_VERSIONS: i64 = 10_000;

/// Adds the next version of a feature's price. A repeated request for an existing version with an equal price changes nothing.
/// Of two concurrent requests for one version one succeeds, and the other gets `price-version-taken`.
pub(super) async fn add_price(
    app: &App,
    access: &SiteAccess,
    code: &str,
    new: NewPrice,
) -> Result<Price, Problem> {
    let scope = access.scope();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let feature_id = store::id_of(&mut db, scope, code)
        .await?
        .ok_or_else(|| Problem::not_found("feature"))?;
    if let Some(price) = store::price(&mut db, feature_id, new.version).await? {
        return find_equal_version(&mut db, feature_id, price, &new).await;
    }
    if new.version > MAX_VERSIONS && new.version == store::latest(&mut db, feature_id).await? + 1 {
        let detail = format!("A feature has at most {MAX_VERSIONS} versions of its price.");
        return Err(Problem::invalid(&[FieldError::parameter(
            "version", detail,
        )]));
    }
    // The time is read as late as possible: charges in the meantime keep the price that they have read.
    let price = new.since(effective_at(&new, app.clock.now())?);
    if store::add_price(&mut db, feature_id, &price).await? {
        let details = json!({
            "mode": access.mode.word(), "version": price.version, "credits": price.credits,
            "per_units": price.per_units, "min_charge": price.min_charge,
            "effective_at": price.effective_at.to_iso8601(),
        });
        access
            .record(app, &mut db, Action::PriceAdded.on(code, details))
            .await?;
        transaction.commit().await?;
        return Ok(price);
    }
    // Another request was faster, or the number is not the next one.
    if let Some(price) = store::price(&mut db, feature_id, new.version).await? {
        return find_equal_version(&mut db, feature_id, price, &new).await;
    }
    let cause = "Versions follow one another";
    Err(taken(&mut db, feature_id, cause).await?)
}

/// Returns the time from which the price is valid. It must not be in the past, when operations were charged by another price.
fn effective_at(new: &NewPrice, now: Timestamp) -> Result<Timestamp, Problem> {
    let effective_at = new.effective_at.unwrap_or(now);
    if effective_at < now {
        let detail = "Must not be in the past; leave it out for now.";
        return Err(Problem::invalid(&[FieldError::body(
            "/effective_at",
            detail,
        )]));
    }
    Ok(effective_at)
}

/// Returns an existing version if it equals the requested one.
async fn find_equal_version(
    db: &mut Connection<'_>,
    feature_id: i64,
    price: Price,
    requested: &NewPrice,
) -> Result<Price, Problem> {
    if price.is_like(requested) {
        return Ok(price);
    }
    let cause = format!(
        "Version {} is there, with another price, and versions never change",
        price.version
    );
    Err(taken(db, feature_id, &cause).await?)
}

/// Builds the refusal, which names the next version.
async fn taken(db: &mut Connection<'_>, feature_id: i64, cause: &str) -> Result<Problem, Failure> {
    let latest = store::latest(db, feature_id).await?;
    let detail = format!(
        "{cause}; the next one is {}. Nothing was changed.",
        latest.saturating_add(1)
    );
    Ok(Problem::new(Kind::PriceVersionTaken, detail).with("latest", latest))
}
