//! Reads what a website sells for visitors without a credential, from a short cache.

use std::sync::Arc;

use foundation::{Background, Clock, Connection, Database, Failure, ReadCache};

use super::read_catalog::{SellerCatalog, read_offers};
use crate::app::App;
use crate::billing::connections::settings_of_book;
use crate::caller::{Mode, SiteScope};
use crate::credits::find_site_book;
use crate::problem::Problem;
use crate::websites::{BrandedWebsite, find_branded};

/// The website and the mode of a public catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PublicCatalogKey {
    /// The id of the website.
    pub(super) website_id: String,
    /// The mode.
    pub(super) mode: Mode,
}

/// The packs and plans of a website, and its branding. It holds nothing that visitors may not see.
#[derive(Clone, Debug)]
pub(crate) struct PublicCatalog {
    /// The website.
    pub(super) website: BrandedWebsite,
    /// The packs and plans; at least one.
    pub(super) catalog: SellerCatalog,
}

/// The public catalogues, up to 50 ms old. One read at a time looks up all that wait, so that visitors, who have no credential
/// by which requests could be limited, use one connection to the database at most.
pub(crate) type PublicCatalogs = ReadCache<PublicCatalogKey, Arc<PublicCatalog>>;

/// Creates the cache over a database.
pub(crate) fn public_catalogs(
    database: &Database,
    clock: &Clock,
    background: &Background,
) -> PublicCatalogs {
    let database = database.clone();
    ReadCache::new(clock, background, move |keys: Vec<PublicCatalogKey>| {
        let database = database.clone();
        async move { read_all(&database, &keys).await }
    })
}

/// Returns what a website sells to visitors. Rejects with 404 if it is not active, has no Stripe account in this mode or
/// sells nothing, and visitors see no difference between these.
pub(super) async fn read_public_catalog(
    app: &App,
    website_id: String,
    mode: Mode,
) -> Result<Arc<PublicCatalog>, Problem> {
    let key = PublicCatalogKey { website_id, mode };
    let found = app.public_catalogs.ask(&key).await?;
    found.ok_or_else(|| Problem::not_found("website"))
}

async fn read_all(
    database: &Database,
    keys: &[PublicCatalogKey],
) -> Result<Vec<Option<Arc<PublicCatalog>>>, Failure> {
    let mut snapshot = database.snapshot().await?;
    let mut db = snapshot.connection();
    let mut catalogs = Vec::with_capacity(keys.len());
    for key in keys {
        catalogs.push(read_one(&mut db, key).await?.map(Arc::new));
    }
    Ok(catalogs)
}

async fn read_one(
    db: &mut Connection<'_>,
    key: &PublicCatalogKey,
) -> Result<Option<PublicCatalog>, Failure> {
    let branded = find_branded(db, &key.website_id).await?;
    let Some(branded) = branded.filter(|branded| branded.website.is_active()) else {
        return Ok(None);
    };
    let site = SiteScope {
        website_id: &key.website_id,
        mode: key.mode,
    };
    let Some(book) = find_site_book(db, site).await? else {
        return Ok(None);
    };
    if settings_of_book(db, book.id).await?.connection_id.is_none() {
        return Ok(None);
    }
    let website = branded.website.clone();
    let catalog = read_offers(db, Some(website), key.mode, Some(book)).await?;
    Ok((!catalog.is_empty()).then_some(PublicCatalog {
        website: branded,
        catalog,
    }))
}
