//! Reads a book's packs and their versions, for its owner.

use foundation::{Connection, Failure, Timestamp};

use super::pack::{Pack, PackStatus};
use super::pack_version::PackVersion;
use super::store::packs::{self, PackPlace};
use super::store::versions::{self, VersionKey};
use crate::app::App;
use crate::billing::connections::settings_of_book;
use crate::credits::find_site_book;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};
use crate::websites::SiteAccess;

/// Parameters of a request for a page.
pub(super) struct CatalogPageParams {
    /// The maximum number of items.
    pub(super) limit: Option<i32>,
    /// The `next_cursor` of the previous page.
    pub(super) cursor: Option<String>,
}

/// One page of a list.
pub(super) struct CatalogPage<T> {
    /// The items.
    pub(super) items: Vec<T>,
    /// The cursor of the next page, if there is one.
    pub(super) next_cursor: Option<String>,
}

/// A pack with its newest version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackView {
    /// The pack.
    pub(super) pack: Pack,
    /// The newest version; none before the first.
    pub(super) newest: Option<PackVersion>,
}

/// Reads one page of a website's packs in their order; only those of a status, if one is given.
pub(super) async fn list_packs(
    app: &App,
    access: &SiteAccess,
    status: Option<PackStatus>,
    params: CatalogPageParams,
) -> Result<CatalogPage<PackView>, Problem> {
    let limit = page_size(params.limit)?;
    let filter = status.map_or("all", PackStatus::word);
    let list = format!("packs of {} {} {filter}", access.website_id, access.mode);
    let after = Cursor::open(&app.sealer, &list, params.cursor.as_deref())?;
    let after = after.as_ref().map_or(PackPlace::FIRST, |cursor| PackPlace {
        position: cursor.at.micros(),
        code: &cursor.id,
    });
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let found = match find_site_book(&mut db, access.scope()).await? {
        Some(book) => {
            let packs = packs::list(&mut db, book.id, status, after, limit + 1).await?;
            with_newest(&mut db, book.id, packs).await?
        }
        None => Vec::new(),
    };
    // The cursor of this list has the position in place of a time.
    let cursor = |view: &PackView| Cursor {
        at: Timestamp::from_micros(view.pack.details.position),
        id: view.pack.code.clone(),
    };
    cut(app, &list, limit, found, cursor)
}

/// Finds a website's pack with its newest version; a pack of another website is not found.
pub(super) async fn find_pack(
    app: &App,
    access: &SiteAccess,
    code: &str,
) -> Result<PackView, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let book = find_site_book(&mut db, access.scope()).await?;
    let book = book.ok_or_else(no_pack)?;
    let pack = packs::find(&mut db, book.id, code).await?;
    let pack = pack.ok_or_else(no_pack)?;
    let views = with_newest(&mut db, book.id, vec![pack]).await?;
    views.into_iter().next().ok_or_else(no_pack)
}

/// Reads one page of a pack's versions, newest first.
pub(super) async fn list_versions(
    app: &App,
    access: &SiteAccess,
    code: &str,
    params: CatalogPageParams,
) -> Result<CatalogPage<PackVersion>, Problem> {
    let limit = page_size(params.limit)?;
    let list = format!("versions of {} {} {code}", access.website_id, access.mode);
    let after = Cursor::open(&app.sealer, &list, params.cursor.as_deref())?;
    let before: Option<i64> = after.and_then(|cursor| cursor.id.parse().ok());
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let book = find_site_book(&mut db, access.scope()).await?;
    let book = book.ok_or_else(no_pack)?;
    let pack = packs::find(&mut db, book.id, code).await?;
    let pack = pack.ok_or_else(no_pack)?;
    let newest = before.map_or(pack.latest, |before| before.saturating_sub(1));
    // Versions are numbered without a gap.
    let oldest = newest.saturating_sub(limit).max(1);
    let keys = (oldest..=newest).rev().map(|version| VersionKey {
        pack_id: &pack.id,
        version,
    });
    let keys: Vec<VersionKey<'_>> = keys.collect();
    let settings = settings_of_book(&mut db, book.id).await?;
    let found = versions::read(&mut db, &keys, settings.connection_id.as_deref()).await?;
    let found = found.into_iter().rev().map(|found| found.version);
    let cursor = |version: &PackVersion| Cursor {
        at: Timestamp::default(),
        id: version.version.to_string(),
    };
    cut(app, &list, limit, found.collect(), cursor)
}

/// Finds one version of a website's pack.
pub(super) async fn find_version(
    app: &App,
    access: &SiteAccess,
    code: &str,
    version: i64,
) -> Result<PackVersion, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let book = find_site_book(&mut db, access.scope()).await?;
    let book = book.ok_or_else(no_pack)?;
    let pack = packs::find(&mut db, book.id, code).await?;
    let pack = pack.ok_or_else(no_pack)?;
    let settings = settings_of_book(&mut db, book.id).await?;
    let key = VersionKey {
        pack_id: &pack.id,
        version,
    };
    let found = versions::read(&mut db, &[key], settings.connection_id.as_deref()).await?;
    let found = found.into_iter().next().map(|found| found.version);
    found.ok_or_else(|| Problem::not_found("version"))
}

/// Returns the refusal for a pack that the website does not have.
pub(super) fn no_pack() -> Problem {
    Problem::not_found("pack")
}

/// Adds the newest versions to packs of a book.
pub(super) async fn with_newest(
    db: &mut Connection<'_>,
    book_id: i64,
    packs: Vec<Pack>,
) -> Result<Vec<PackView>, Failure> {
    let settings = settings_of_book(db, book_id).await?;
    let keys = packs.iter().map(|pack| VersionKey {
        pack_id: &pack.id,
        version: pack.latest,
    });
    let keys: Vec<VersionKey<'_>> = keys.collect();
    let found = versions::read(db, &keys, settings.connection_id.as_deref()).await?;
    let mut newest: std::collections::HashMap<String, PackVersion> = found
        .into_iter()
        .map(|found| (found.pack_id, found.version))
        .collect();
    let views = packs.into_iter().map(|pack| PackView {
        newest: newest.remove(&pack.id),
        pack,
    });
    Ok(views.collect())
}

/// Cuts a page off. One row more than requested was read; it shows that there is a next page.
fn cut<T>(
    app: &App,
    list: &str,
    limit: i64,
    mut items: Vec<T>,
    cursor: impl Fn(&T) -> Cursor,
) -> Result<CatalogPage<T>, Problem> {
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = items.len() > length;
    items.truncate(length);
    let next_cursor = match items.last() {
        Some(item) if has_more => Some(cursor(item).seal(&app.sealer, list)?),
        Some(_) | None => None,
    };
    Ok(CatalogPage { items, next_cursor })
}
