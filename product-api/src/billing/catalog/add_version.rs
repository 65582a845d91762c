//! Adds a version of a pack. Versions never change, so that every checkout can name the one that was bought.

use std::sync::Arc;

use foundation::{Connection, Failure};
use serde_json::{Value, json};

use super::make_prices::make_prices;
use super::pack::{Pack, PackStatus};
use super::pack_version::{MAX_VERSIONS, NewPackVersion, PackVersion};
use super::read_packs::{find_version, no_pack};
use super::store::packs;
use super::store::versions::{self, VersionKey};
use super::sync_now::sync_now;
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
    /// The code of the pack.
    pub(super) code: &'a str,
    /// The number of the version.
    pub(super) version: i64,
    /// Its content.
    pub(super) content: &'a NewPackVersion,
}

/// Adds the next version of a pack, and brings its prices to Stripe if the pack is active. A repeated request for an existing
/// version with equal content changes nothing. Of two concurrent requests for one version one succeeds, and the other gets
/// `catalog-version-taken`.
pub(super) async fn add_version(
    app: &Arc<App>,
    access: &SiteAccess,
    asked: RequestedVersion<'_>,
) -> Result<PackVersion, Problem> {
    let book_id = open_site_book(app, access.scope()).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    lock_book(&mut db, book_id).await?;
    let pack = packs::find(&mut db, book_id, asked.code).await?;
    let pack = pack.ok_or_else(no_pack)?;
    let key = VersionKey {
        pack_id: &pack.id,
        version: asked.version,
    };
    let existing = versions::read(&mut db, &[key], None).await?;
    let mut claimed = Vec::new();
    if let Some(existing) = existing.first() {
        if !existing.version.is_like(asked.content) {
            let said = "There is such a version with another content, and versions never change";
            return Err(taken(&pack, said));
        }
    } else {
        insert(app, &mut db, access.scope(), &pack, asked).await?;
        let details = audited(access, asked);
        access
            .record(
                app,
                &mut db,
                Action::PackVersionAdded.on(asked.code, details),
            )
            .await?;
        claimed = claim(app, &mut db, book_id, &pack, key).await?;
    }
    transaction.commit().await?;
    sync_now(app, claimed).await;
    find_version(app, access, asked.code, asked.version).await
}

/// Inserts the version if its number is the next one.
async fn insert(
    app: &App,
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
    pack: &Pack,
    asked: RequestedVersion<'_>,
) -> Result<(), Problem> {
    if asked.version > MAX_VERSIONS && asked.version == pack.latest + 1 {
        let detail = format!("A pack has at most {MAX_VERSIONS} versions.");
        return Err(Problem::invalid(&[FieldError::parameter(
            "version", detail,
        )]));
    }
    let feature_id = match &asked.content.feature {
        Some(code) => {
            let found = features::id_of(db, site, code).await?;
            Some(found.ok_or_else(|| unknown_feature(code))?)
        }
        None => None,
    };
    let now = app.clock.now();
    if !packs::take_version(db, &pack.id, asked.version, now).await? {
        return Err(taken(pack, "Versions follow one another"));
    }
    let key = VersionKey {
        pack_id: &pack.id,
        version: asked.version,
    };
    versions::insert(db, key, asked.content, feature_id, now).await?;
    Ok(())
}

fn unknown_feature(code: &str) -> Problem {
    let detail = format!("The website has no feature `{code}` in this mode.");
    Problem::new(Kind::UnknownFeature, detail)
}

/// Claims the prices of a new version, if its pack is sold.
async fn claim(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    pack: &Pack,
    key: VersionKey<'_>,
) -> Result<Vec<i64>, Failure> {
    if pack.details.status != PackStatus::Active {
        return Ok(Vec::new());
    }
    let settings = settings_of_book(db, book_id).await?;
    let added = versions::read(db, &[key], settings.connection_id.as_deref()).await?;
    make_prices(app, db, &settings, &added).await
}

fn audited(access: &SiteAccess, asked: RequestedVersion<'_>) -> Value {
    let content = asked.content;
    let prices = content
        .prices
        .iter()
        .map(|price| json!({"currency": price.currency.code(), "amount_minor": price.minor}));
    json!({
        "mode": access.mode.word(), "version": asked.version, "credits": content.terms.credits,
        "bonus": content.terms.bonus, "expires_days": content.terms.expires_days,
        "bonus_expires_days": content.terms.bonus_expires_days, "feature": content.feature,
        "is_first_only": content.terms.is_first_only, "prices": prices.collect::<Vec<_>>(),
    })
}

/// Builds the refusal, which names the next version.
fn taken(pack: &Pack, said: &str) -> Problem {
    let next = pack.latest.saturating_add(1);
    let detail = format!("{said}; the next one is {next}. Nothing was changed.");
    Problem::new(Kind::CatalogVersionTaken, detail).with("latest", pack.latest)
}
