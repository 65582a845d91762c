//! Makes the rows of prices at Stripe that versions lack, in the transaction of the change that needs them.

use foundation::{Connection, Failure};

use super::price_state::{LEASE, PriceReason};
use super::store::prices::{self, NewCatalogPrice, PriceClaim};
use super::store::versions::{VersionKey, VersionOfItem};
use crate::app::App;
use crate::billing::connections::BookBilling;

/// Returns a claim of this server on prices at a connection.
pub(super) fn claim_at<'a>(app: &App, connection_id: &'a str) -> PriceClaim<'a> {
    let now = app.clock.now();
    PriceClaim {
        connection_id,
        now,
        until: now.plus(LEASE),
    }
}

/// Inserts the prices that versions lack at the connection of their book, and makes those pending that ended with an earlier
/// link. Returns the keys of both, claimed by this server; none if the book has no connection.
///
/// The versions were read with this connection, in a transaction that has locked the book: the link of a book that changes at
/// the same time is followed afterwards (`follow_links.rs`).
pub(super) async fn make_prices(
    app: &App,
    db: &mut Connection<'_>,
    settings: &BookBilling,
    versions: &[VersionOfItem],
) -> Result<Vec<i64>, Failure> {
    let Some(connection_id) = &settings.connection_id else {
        return Ok(Vec::new());
    };
    let claim = claim_at(app, connection_id);
    let mut missing = Vec::new();
    let mut claimed = Vec::new();
    for found in versions {
        let version = VersionKey {
            item_id: &found.item_id,
            version: found.version.version,
        };
        let absent = found.version.prices.iter();
        let absent = absent.filter(|price| price.at_stripe.is_none());
        missing.extend(absent.map(|price| NewCatalogPrice {
            id: app.ledger.next_key(),
            version,
            currency: price.money.currency,
        }));
        let mut made = found
            .version
            .prices
            .iter()
            .filter_map(|price| price.at_stripe.as_ref());
        if made.any(|made| made.reason == Some(PriceReason::Disconnected)) {
            claimed.extend(prices::revive(db, claim, version).await?);
        }
    }
    claimed.extend(prices::insert(db, claim, settings.tax_behavior, &missing).await?);
    Ok(claimed)
}
