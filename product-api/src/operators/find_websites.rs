//! Finds websites of all owners.

use foundation::Timestamp;

use super::store::websites;
use crate::app::App;
use crate::problem::Problem;
use crate::schema::{Cursor, PageParams, page_size};

/// A website, as the operator sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OperatorWebsite {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) url: String,
    pub(super) is_active: bool,
    pub(super) created_at: Timestamp,
    pub(super) owner: WebsiteOwner,
    /// The number of live customers, counted up to 10,000.
    pub(super) customers: i64,
}

/// The owner of a website.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WebsiteOwner {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) email: Option<String>,
    /// True if the idp has deleted the user: then no user is responsible for the website.
    pub(super) is_deleted: bool,
}

/// Returns a page of websites, newest first, and the cursor of the next page.
pub(super) async fn find_websites(
    app: &App,
    typed: &str,
    page: PageParams<'_>,
) -> Result<(Vec<OperatorWebsite>, Option<String>), Problem> {
    let limit = page_size(page.limit)?;
    let list = format!("all websites {typed}");
    let cursor = Cursor::open(&app.sealer, &list, page.cursor)?;
    let before = cursor.unwrap_or_else(Cursor::newest);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut sites = websites::page(&mut db, typed, &before, limit + 1).await?;
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = sites.len() > length;
    sites.truncate(length);
    let ids: Vec<String> = sites.iter().map(|site| site.id.clone()).collect();
    for (website, customers) in websites::customers(&mut db, &ids).await? {
        let of = sites.iter_mut().filter(|site| site.id == website);
        of.for_each(|site| site.customers = customers);
    }
    let oldest = sites.last().filter(|_| has_more);
    let next = oldest.map(|site| Cursor {
        at: site.created_at,
        id: site.id.clone(),
    });
    let next = next.map(|cursor| cursor.seal(&app.sealer, &list));
    Ok((sites, next.transpose()?))
}
