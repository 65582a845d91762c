//! Makes a price again that was archived or deleted at Stripe, or that Stripe refused.

use std::sync::Arc;

use foundation::{Connection, Failure};
use serde_json::json;

use super::item::{ItemCode, ItemKind};
use super::make_prices::{claim_at, make_prices};
use super::price_state::PriceState;
use super::read_items::{find_version, no_item};
use super::store::versions::{self, VersionKey, VersionOfItem};
use super::store::{items, prices};
use super::sync_now::sync_now;
use super::version::ItemVersion;
use crate::app::App;
use crate::audit::Action;
use crate::billing::connections::{BookBilling, settings_of_book};
use crate::billing::currency::Currency;
use crate::credits::{lock_book, open_site_book};
use crate::problem::{Kind, Problem};
use crate::websites::SiteAccess;

/// A price as a request names it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestedPrice<'a> {
    /// The item.
    pub(super) item: ItemCode<'a>,
    /// The number of the version.
    pub(super) version: i64,
    /// The code of the currency.
    pub(super) currency: &'a str,
}

/// Makes a price sellable again at the book's connection, together with its product. Does nothing to a synced price.
pub(super) async fn repair_price(
    app: &Arc<App>,
    access: &SiteAccess,
    asked: RequestedPrice<'_>,
) -> Result<ItemVersion, Problem> {
    let no_price = || Problem::not_found("price");
    let book_id = open_site_book(app, access.scope()).await?;
    let currency = Currency::parse(asked.currency).ok_or_else(no_price)?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    lock_book(&mut db, book_id).await?;
    let kind = asked.item.kind;
    let item = items::find(&mut db, book_id, asked.item).await?;
    let item = item.ok_or_else(|| no_item(kind))?;
    let settings = settings_of_book(&mut db, book_id).await?;
    let key = VersionKey {
        item_id: &item.id,
        version: asked.version,
    };
    let connection_id = settings.connection_id.as_deref();
    let found = versions::read(&mut db, kind, &[key], connection_id).await?;
    let Some(found) = found.first() else {
        return Err(Problem::not_found("version"));
    };
    if found
        .version
        .prices
        .iter()
        .all(|price| price.money.currency != currency)
    {
        return Err(no_price());
    }
    let claimed = claim(app, &mut db, &settings, found, currency).await?;
    if !claimed.is_empty() {
        let details = json!({
            "mode": access.mode.word(), "version": asked.version, "currency": currency.code(),
        });
        let repaired = match kind {
            ItemKind::Pack => Action::PackPriceRepaired,
            ItemKind::Plan => Action::PlanPriceRepaired,
        };
        let event = repaired.on(asked.item.code, details);
        access.record(app, &mut db, event).await?;
    }
    transaction.commit().await?;
    sync_now(app, claimed).await;
    find_version(app, access, asked.item, asked.version).await
}

async fn claim(
    app: &App,
    db: &mut Connection<'_>,
    settings: &BookBilling,
    found: &VersionOfItem,
    currency: Currency,
) -> Result<Vec<i64>, Problem> {
    let Some(connection_id) = &settings.connection_id else {
        let detail = "Connect a Stripe account first; the price is then made by itself.";
        return Err(Problem::new(Kind::BillingNotConnected, detail));
    };
    let mut prices_of_version = found.version.prices.iter();
    let price = prices_of_version.find(|price| price.money.currency == currency);
    let claimed: Result<Vec<i64>, Failure> = match price.and_then(|price| price.at_stripe.as_ref())
    {
        None => make_prices(app, db, settings, std::slice::from_ref(found)).await,
        Some(made) if made.state == PriceState::Synced => Ok(Vec::new()),
        Some(made) => prices::claim_repair(db, claim_at(app, connection_id), made.id).await,
    };
    Ok(claimed?)
}
