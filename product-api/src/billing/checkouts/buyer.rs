//! The buyer of a new checkout: found in the open transaction, and refused if nothing may be sold to this buyer now.

use std::time::Duration;

use foundation::Connection;

use super::store;
use crate::app::App;
use crate::billing::stripe_customers::resolve_customer;
use crate::caller::{Mode, SiteScope};
use crate::credits::{Owner, WalletKey};
use crate::customers::CustomerRef;
use crate::problem::{Kind, Problem};

/// New checkouts of one buyer in one book within [`WINDOW`].
const MAX_NEW: i64 = 20;
/// Time in which new checkouts are counted.
const WINDOW: Duration = Duration::from_hours(1);

/// The name of a buyer in a request.
#[derive(Clone, Debug)]
pub(super) enum BuyerName {
    /// A customer of a website.
    Customer {
        /// The website.
        website_id: String,
        /// The customer's name there.
        reference: CustomerRef,
    },
    /// A user, who buys credits of the platform.
    User(String),
}

/// The book that sells, and the buyer.
#[derive(Clone, Debug)]
pub(super) struct Sale {
    /// The book.
    pub(super) book_id: i64,
    /// The book's mode.
    pub(super) mode: Mode,
    /// The buyer.
    pub(super) buyer: BuyerName,
    /// The API key or the user that starts the checkout.
    pub(super) actor: String,
    /// True if the buyer starts it, who then gets an open checkout for the same thing again.
    pub(super) is_own: bool,
}

impl Sale {
    /// Returns the website that sells; none for the platform.
    pub(super) fn website_id(&self) -> Option<&str> {
        match &self.buyer {
            BuyerName::Customer { website_id, .. } => Some(website_id),
            BuyerName::User(_) => None,
        }
    }
}

/// Finds the buyer, or creates the customer at the first contact. Rejects with 404 an id that does not exist, and with 403 an
/// inactive user.
pub(super) async fn resolve_buyer(
    app: &App,
    db: &mut Connection<'_>,
    sale: &Sale,
) -> Result<WalletKey, Problem> {
    let owner = match &sale.buyer {
        BuyerName::User(id) => Owner::User(id.clone()),
        BuyerName::Customer {
            website_id,
            reference,
        } => {
            let site = SiteScope {
                website_id,
                mode: sale.mode,
            };
            Owner::Customer(resolve_customer(app, db, sale.book_id, site, reference).await?)
        }
    };
    Ok(WalletKey {
        book_id: sale.book_id,
        owner,
    })
}

/// Locks the buyer, so that new checkouts are counted one after the other. Rejects with 403 a buyer whose wallet is frozen, and
/// with 429 one who starts too many.
pub(super) async fn admit_buyer(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<(), Problem> {
    store::lock_owner(db, &wallet.owner).await?;
    if store::is_frozen(db, wallet).await? {
        return Err(Problem::new(
            Kind::AccountFrozen,
            "The buyer's credits are frozen. Nothing is sold until the operator has checked them.",
        ));
    }
    let since = app.clock.now().minus(WINDOW);
    if store::count_since(db, wallet, since).await? >= MAX_NEW {
        let detail = format!("A buyer can start {MAX_NEW} checkouts in an hour. Nothing was done.");
        return Err(Problem::new(Kind::RateLimited, detail).retry_after(600));
    }
    Ok(())
}
