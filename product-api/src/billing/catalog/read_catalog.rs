//! Reads what a book sells now, for buyers.

use foundation::{Connection, Failure};

use super::pack::{MAX_ACTIVE_PACKS, PackStatus};
use super::price_state::PriceState;
use super::read_packs::{PackView, with_newest};
use super::store::packs::{self, PackPlace};
use crate::app::App;
use crate::caller::{Mode, SiteScope};
use crate::credits::{Book, find_platform_book, find_site_book};
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::{self, View, view_of};

/// The catalogue that a user asks for.
#[derive(Clone, Debug)]
pub(super) struct CatalogQuery {
    /// The website; the platform if absent.
    pub(super) website_id: Option<String>,
    /// The mode.
    pub(super) mode: Mode,
}

/// Reads what a website sells: active packs in their order, each with its newest version and the prices that can be bought.
pub(super) async fn read_site_catalog(
    app: &App,
    site: SiteScope<'_>,
) -> Result<Vec<PackView>, Failure> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let book = find_site_book(&mut db, site).await?;
    read_catalog(&mut db, book.as_ref()).await
}

/// Reads what a website or the platform sells to the user of a token. A token of a website's client reads the catalogue of
/// this website only.
pub(super) async fn read_my_catalog<S>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    asked: &CatalogQuery,
) -> Result<Vec<PackView>, Problem> {
    let own = match view_of(app, holder).await? {
        View::Only(website) => Some(website.id),
        View::Everything | View::Granted => None,
    };
    let website_id = match (own, &asked.website_id) {
        (Some(own), Some(asked)) if own != *asked => return Err(no_website()),
        (Some(own), _) => Some(own),
        (None, asked) => asked.clone(),
    };
    let Some(website_id) = website_id else {
        let mut snapshot = app.database.snapshot().await?;
        let mut db = snapshot.connection();
        let book = find_platform_book(&mut db, asked.mode).await?;
        return Ok(read_catalog(&mut db, book.as_ref()).await?);
    };
    let website = websites::find(app, &website_id).await?;
    let website = website.ok_or_else(no_website)?;
    if !website.is_active() {
        return Ok(Vec::new());
    }
    let site = SiteScope {
        website_id: &website.id,
        mode: asked.mode,
    };
    Ok(read_site_catalog(app, site).await?)
}

fn no_website() -> Problem {
    Problem::not_found("website")
}

async fn read_catalog(
    db: &mut Connection<'_>,
    book: Option<&Book>,
) -> Result<Vec<PackView>, Failure> {
    let Some(book) = book else {
        return Ok(Vec::new());
    };
    let active = Some(PackStatus::Active);
    let packs = packs::list(db, book.id, active, PackPlace::FIRST, MAX_ACTIVE_PACKS).await?;
    let views = with_newest(db, book.id, packs).await?;
    Ok(views.into_iter().filter_map(sold).collect())
}

/// Keeps the prices of a pack that can be bought; `None` if there are none.
fn sold(mut view: PackView) -> Option<PackView> {
    let newest = view.newest.as_mut()?;
    newest.prices.retain(|price| {
        let made = price.at_stripe.as_ref();
        made.is_some_and(|made| made.state == PriceState::Synced)
    });
    (!newest.prices.is_empty()).then_some(view)
}
