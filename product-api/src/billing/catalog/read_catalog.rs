//! Reads what a book sells now, for buyers.

use foundation::{Connection, Failure};

use super::item::{ItemKind, ItemStatus, MAX_ACTIVE_ITEMS};
use super::price_state::PriceState;
use super::read_items::{ItemView, with_newest};
use super::store::items::{self, ItemPosition};
use crate::app::App;
use crate::caller::{Mode, SiteScope};
use crate::credits::{Book, CREDIT, find_platform_book, find_site_book};
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::{self, VisibleBalances, Website, visible_balances};

/// The packs and plans that a seller offers in one mode, with the display of the credits.
#[derive(Clone, Debug)]
pub(super) struct SellerCatalog {
    /// The website that sells; none for the platform.
    pub(super) website: Option<Website>,
    /// The mode of the credits.
    pub(super) mode: Mode,
    /// The name of one credit.
    pub(super) unit: String,
    /// Decimal places in which the credits are displayed.
    pub(super) scale: i16,
    /// The packs, in the order that the seller chose.
    pub(super) packs: Vec<ItemView>,
    /// The plans, in the order that the seller chose.
    pub(super) plans: Vec<ItemView>,
}

impl SellerCatalog {
    /// Returns the empty catalogue of a seller, whose book may not exist yet.
    fn new(website: Option<Website>, mode: Mode, book: Option<&Book>) -> Self {
        let scale = website.as_ref().map_or(0, |website| website.scale);
        Self {
            website,
            mode,
            unit: book.map_or(CREDIT, |book| book.unit.as_str()).to_owned(),
            scale: book.map_or(scale, |book| book.scale),
            packs: Vec::new(),
            plans: Vec::new(),
        }
    }

    /// Returns true if nothing can be bought.
    pub(super) fn is_empty(&self) -> bool {
        self.packs.is_empty() && self.plans.is_empty()
    }
}

/// The catalogue that a user asks for.
#[derive(Clone, Debug)]
pub(super) struct CatalogQuery {
    /// The website; the platform if absent.
    pub(super) website_id: Option<String>,
    /// The mode.
    pub(super) mode: Mode,
}

/// Reads what a website sells: active packs and plans in their order, each with its newest version and the prices that can be bought.
pub(super) async fn read_site_catalog(
    app: &App,
    site: SiteScope<'_>,
) -> Result<SellerCatalog, Problem> {
    let website = websites::find(app, site.website_id).await?;
    let website = website.ok_or_else(no_website)?;
    Ok(read_catalog(app, Some(website), site.mode).await?)
}

/// Reads what a website or the platform sells to the user of a token. A token of a website's client reads the catalogue of
/// this website only. A website that does not work without limits sells nothing.
pub(super) async fn read_my_catalog<S>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    asked: &CatalogQuery,
) -> Result<SellerCatalog, Problem> {
    let own = match visible_balances(app, holder).await? {
        VisibleBalances::Only(website) => Some(website.id),
        VisibleBalances::Everything | VisibleBalances::Granted => None,
    };
    let website_id = match (own, &asked.website_id) {
        (Some(own), Some(asked)) if own != *asked => return Err(no_website()),
        (Some(own), _) => Some(own),
        (None, asked) => asked.clone(),
    };
    let website = match website_id {
        Some(id) => Some(websites::find(app, &id).await?.ok_or_else(no_website)?),
        None => None,
    };
    Ok(read_catalog(app, website, asked.mode).await?)
}

fn no_website() -> Problem {
    Problem::not_found("website")
}

async fn read_catalog(
    app: &App,
    website: Option<Website>,
    mode: Mode,
) -> Result<SellerCatalog, Failure> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let book = match &website {
        Some(website) => {
            let site = SiteScope {
                website_id: &website.id,
                mode,
            };
            find_site_book(&mut db, site).await?
        }
        None => find_platform_book(&mut db, mode).await?,
    };
    read_offers(&mut db, website, mode, book).await
}

/// Reads what a book sells. A website that does not work without limits sells nothing.
pub(super) async fn read_offers(
    db: &mut Connection<'_>,
    website: Option<Website>,
    mode: Mode,
    book: Option<Book>,
) -> Result<SellerCatalog, Failure> {
    let sells = website.as_ref().is_none_or(Website::is_active);
    let mut catalog = SellerCatalog::new(website, mode, book.as_ref());
    if let Some(book) = book.filter(|_| sells) {
        catalog.packs = read_items(db, book.id, ItemKind::Pack).await?;
        catalog.plans = read_items(db, book.id, ItemKind::Plan).await?;
    }
    Ok(catalog)
}

async fn read_items(
    db: &mut Connection<'_>,
    book_id: i64,
    kind: ItemKind,
) -> Result<Vec<ItemView>, Failure> {
    let active = Some(ItemStatus::Active);
    let first = ItemPosition::first(kind);
    let items = items::list(db, book_id, active, first, MAX_ACTIVE_ITEMS).await?;
    let views = with_newest(db, book_id, kind, items).await?;
    Ok(views.into_iter().filter_map(sold).collect())
}

/// Keeps the prices of an item that can be bought; `None` if there are none.
fn sold(mut view: ItemView) -> Option<ItemView> {
    let newest = view.newest.as_mut()?;
    newest.prices.retain(|price| {
        let made = price.at_stripe.as_ref();
        made.is_some_and(|made| made.state == PriceState::Synced)
    });
    (!newest.prices.is_empty()).then_some(view)
}
