//! Adding a price: the next version. Versions never change, so that every transaction can tell what it was priced by.

use foundation::Timestamp;
use serde_json::json;

use super::price::{NewPrice, Price};
use super::store;
use crate::app::App;
use crate::audit::Action;
use crate::problem::{FieldError, Kind, Problem};
use crate::websites::SiteAccess;

/// Adds the next version of a feature's price. Asking again for a version that is there as it was asked for changes
/// nothing; of two who ask for one version at a time the one gets it, and the other is told.
pub(super) async fn add_price(
    app: &App,
    access: &SiteAccess,
    code: &str,
    new: NewPrice,
) -> Result<Price, Problem> {
    let now = app.clock.now();
    let scope = (access.website_id.as_str(), access.mode);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let feature_id = store::id_of(&mut db, scope, code)
        .await?
        .ok_or_else(|| Problem::not_found("feature"))?;
    if let Some(price) = store::price(&mut db, feature_id, new.version).await? {
        return as_asked(price, &new);
    }
    let price = new.since(effective_at(&new, now)?);
    if store::add_price(&mut db, feature_id, &price).await? {
        let details = json!({
            "mode": access.mode.word(), "version": price.version, "credits": price.credits,
            "per_units": price.per_units, "min_charge": price.min_charge,
            "effective_at": price.effective_at.to_iso8601(),
        });
        access
            .record(app, &mut db, (Action::PriceAdded, code, details))
            .await?;
        transaction.commit().await?;
        return Ok(price);
    }
    // Somebody else was faster, or the number is not the next one.
    if let Some(price) = store::price(&mut db, feature_id, new.version).await? {
        return as_asked(price, &new);
    }
    let latest = store::latest(&mut db, feature_id).await?;
    let detail = format!(
        "Versions follow one another, and the next one is {}. Nothing was changed.",
        latest + 1
    );
    Err(Problem::new(Kind::PriceVersionTaken, detail).with("latest", latest))
}

/// From when on it counts: what was charged already must not have another price afterwards.
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

fn as_asked(price: Price, asked: &NewPrice) -> Result<Price, Problem> {
    if price.is_like(asked) {
        return Ok(price);
    }
    let detail = format!(
        "Version {} is there, with another price, and versions never change. Send the next one.",
        price.version
    );
    Err(Problem::new(Kind::PriceVersionTaken, detail).with("latest", price.version))
}
