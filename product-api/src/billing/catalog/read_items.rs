//! Reads a book's packs and plans and their versions, for its owner.

use foundation::{Connection, Failure, Timestamp};

use super::item::{CatalogItem, ItemCode, ItemKind, ItemStatus};
use super::store::items::{self, ItemPosition};
use super::store::subscribers;
use super::store::versions::{self, VersionKey};
use super::version::ItemVersion;
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

/// An item with its newest version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ItemView {
    /// The item.
    pub(super) item: CatalogItem,
    /// The newest version; none before the first.
    pub(super) newest: Option<ItemVersion>,
    /// The number of subscriptions that a plan has, for its owner; 0 for packs and for buyers.
    pub(super) subscribers: i64,
}

/// Items of one kind, all or those of a status.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemFilter {
    /// The kind.
    pub(super) kind: ItemKind,
    /// The status; none for all items.
    pub(super) status: Option<ItemStatus>,
}

/// Reads one page of a website's items in their order.
pub(super) async fn list_items(
    app: &App,
    access: &SiteAccess,
    ItemFilter { kind, status }: ItemFilter,
    params: CatalogPageParams,
) -> Result<CatalogPage<ItemView>, Problem> {
    let limit = page_size(params.limit)?;
    let filter = status.map_or("all", ItemStatus::word);
    let kind_word = kind.word();
    let list = format!(
        "{kind_word}s of {} {} {filter}",
        access.website_id, access.mode
    );
    let after = Cursor::open(&app.sealer, &list, params.cursor.as_deref())?;
    let first = ItemPosition::first(kind);
    let after = after.as_ref().map_or(first, |cursor| ItemPosition {
        kind,
        position: cursor.at.micros(),
        code: &cursor.id,
    });
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let found = match find_site_book(&mut db, access.scope()).await? {
        Some(book) => {
            let items = items::list(&mut db, book.id, status, after, limit + 1).await?;
            let views = with_newest(&mut db, book.id, kind, items).await?;
            with_subscribers(&mut db, book.id, kind, views).await?
        }
        None => Vec::new(),
    };
    // The cursor of this list has the position in place of a time.
    let cursor = |view: &ItemView| Cursor {
        at: Timestamp::from_micros(view.item.details.position),
        id: view.item.code.clone(),
    };
    cut(app, &list, limit, found, cursor)
}

/// Finds a website's item with its newest version; an item of another website is not found.
pub(super) async fn find_item(
    app: &App,
    access: &SiteAccess,
    code: ItemCode<'_>,
) -> Result<ItemView, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let book = find_site_book(&mut db, access.scope()).await?;
    let no_item = || no_item(code.kind);
    let book = book.ok_or_else(no_item)?;
    let item = items::find(&mut db, book.id, code).await?;
    let item = item.ok_or_else(no_item)?;
    let views = with_newest(&mut db, book.id, code.kind, vec![item]).await?;
    let views = with_subscribers(&mut db, book.id, code.kind, views).await?;
    views.into_iter().next().ok_or_else(no_item)
}

/// Reads one page of an item's versions, newest first.
pub(super) async fn list_versions(
    app: &App,
    access: &SiteAccess,
    code: ItemCode<'_>,
    params: CatalogPageParams,
) -> Result<CatalogPage<ItemVersion>, Problem> {
    let limit = page_size(params.limit)?;
    let ItemCode { kind, code: name } = code;
    let list = format!(
        "versions of {} {} {} {name}",
        kind.word(),
        access.website_id,
        access.mode
    );
    let after = Cursor::open(&app.sealer, &list, params.cursor.as_deref())?;
    let before: Option<i64> = after.and_then(|cursor| cursor.id.parse().ok());
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let book = find_site_book(&mut db, access.scope()).await?;
    let book = book.ok_or_else(|| no_item(code.kind))?;
    let item = items::find(&mut db, book.id, code).await?;
    let item = item.ok_or_else(|| no_item(code.kind))?;
    let newest = before.map_or(item.latest, |before| before.saturating_sub(1));
    // Versions are numbered without a gap.
    let oldest = newest.saturating_sub(limit).max(1);
    let keys = (oldest..=newest).rev().map(|version| VersionKey {
        item_id: &item.id,
        version,
    });
    let keys: Vec<VersionKey<'_>> = keys.collect();
    let settings = settings_of_book(&mut db, book.id).await?;
    let connection_id = settings.connection_id.as_deref();
    let found = versions::read(&mut db, kind, &keys, connection_id).await?;
    let found = found.into_iter().rev().map(|found| found.version);
    let cursor = |version: &ItemVersion| Cursor {
        at: Timestamp::default(),
        id: version.version.to_string(),
    };
    cut(app, &list, limit, found.collect(), cursor)
}

/// Finds one version of a website's item.
pub(super) async fn find_version(
    app: &App,
    access: &SiteAccess,
    code: ItemCode<'_>,
    version: i64,
) -> Result<ItemVersion, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let book = find_site_book(&mut db, access.scope()).await?;
    let book = book.ok_or_else(|| no_item(code.kind))?;
    let item = items::find(&mut db, book.id, code).await?;
    let item = item.ok_or_else(|| no_item(code.kind))?;
    let settings = settings_of_book(&mut db, book.id).await?;
    let key = VersionKey {
        item_id: &item.id,
        version,
    };
    let connection_id = settings.connection_id.as_deref();
    let found = versions::read(&mut db, code.kind, &[key], connection_id).await?;
    let found = found.into_iter().next().map(|found| found.version);
    found.ok_or_else(|| Problem::not_found("version"))
}

/// Returns the refusal for an item that the website does not have.
pub(super) fn no_item(kind: ItemKind) -> Problem {
    Problem::not_found(kind.word())
}

/// Adds the newest versions to items of a book, all of one kind.
pub(super) async fn with_newest(
    db: &mut Connection<'_>,
    book_id: i64,
    kind: ItemKind,
    items: Vec<CatalogItem>,
) -> Result<Vec<ItemView>, Failure> {
    let settings = settings_of_book(db, book_id).await?;
    let keys = items.iter().map(|item| VersionKey {
        item_id: &item.id,
        version: item.latest,
    });
    let keys: Vec<VersionKey<'_>> = keys.collect();
    let connection_id = settings.connection_id.as_deref();
    let found = versions::read(db, kind, &keys, connection_id).await?;
    let mut newest: std::collections::HashMap<String, ItemVersion> = found
        .into_iter()
        .map(|found| (found.item_id, found.version))
        .collect();
    let views = items.into_iter().map(|item| ItemView {
        newest: newest.remove(&item.id),
        item,
        subscribers: 0,
    });
    Ok(views.collect())
}

/// Adds the numbers of subscriptions to plans of a book; packs have none.
async fn with_subscribers(
    db: &mut Connection<'_>,
    book_id: i64,
    kind: ItemKind,
    mut views: Vec<ItemView>,
) -> Result<Vec<ItemView>, Failure> {
    if kind == ItemKind::Pack || views.is_empty() {
        return Ok(views);
    }
    let counts = subscribers::count(db, book_id).await?;
    for view in &mut views {
        view.subscribers = counts.get(&view.item.id).copied().unwrap_or_default();
    }
    Ok(views)
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
