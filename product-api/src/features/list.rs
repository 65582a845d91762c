//! Reads a website's features and their prices.

use foundation::Timestamp;

use super::feature::Feature;
use super::price::Price;
use super::store;
use crate::app::App;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};
use crate::websites::SiteAccess;

/// Parameters of a request for a page.
pub(super) struct ListParams {
    pub(super) limit: Option<i32>,
    pub(super) cursor: Option<String>,
}

/// One page of a list.
pub(super) struct ListPage<T> {
    pub(super) items: Vec<T>,
    pub(super) next_cursor: Option<String>,
}

/// Reads one page of a website's features, newest first, each with the price in force.
pub(super) async fn page(
    app: &App,
    access: &SiteAccess,
    request: ListParams,
) -> Result<ListPage<Feature>, Problem> {
    let limit = page_size(request.limit)?;
    let list = format!("features of {} {}", access.website_id, access.mode);
    let after = Cursor::open(&app.sealer, &list, request.cursor.as_deref())?;
    let items = {
        let mut reader = app.database.reader().await?;
        let scope = access.scope();
        let after = after.as_ref();
        let now = app.clock.now();
        store::list(&mut reader.connection(), scope, after, limit + 1, now).await?
    };
    let after = |feature: &Feature| Cursor {
        at: feature.created_at,
        id: feature.code.clone(),
    };
    cut(app, &list, items, limit, after)
}

/// Finds a website's feature with the price in force; a feature of another website answers 404.
pub(super) async fn find(app: &App, access: &SiteAccess, code: &str) -> Result<Feature, Problem> {
    let mut reader = app.database.reader().await?;
    let scope = access.scope();
    let found = store::find(&mut reader.connection(), scope, code, app.clock.now()).await?;
    found.ok_or_else(|| Problem::not_found("feature"))
}

/// Reads one page of a feature's prices, newest version first: past, current and future ones.
pub(super) async fn prices(
    app: &App,
    access: &SiteAccess,
    code: &str,
    request: ListParams,
) -> Result<ListPage<Price>, Problem> {
    let limit = page_size(request.limit)?;
    let list = format!("prices of {} {} {code}", access.website_id, access.mode);
    let after = Cursor::open(&app.sealer, &list, request.cursor.as_deref())?;
    let before = after.and_then(|cursor| cursor.id.parse().ok());
    let items = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        let scope = access.scope();
        let feature_id = store::id_of(&mut db, scope, code).await?;
        let feature_id = feature_id.ok_or_else(|| Problem::not_found("feature"))?;
        store::prices(&mut db, feature_id, before.unwrap_or(i64::MAX), limit + 1).await?
    };
    let after = |price: &Price| Cursor {
        at: Timestamp::default(),
        id: price.version.to_string(),
    };
    cut(app, &list, items, limit, after)
}

/// Cuts a page off. One row more than requested was read; it shows that there is a next page.
fn cut<T>(
    app: &App,
    list: &str,
    mut items: Vec<T>,
    limit: i64,
    after: impl Fn(&T) -> Cursor,
) -> Result<ListPage<T>, Problem> {
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = items.len() > length;
    items.truncate(length);
    let next_cursor = match items.last() {
        Some(item) if has_more => Some(after(item).seal(&app.sealer, list)?),
        Some(_) | None => None,
    };
    Ok(ListPage { items, next_cursor })
}
