//! Finds the keys of a customer's or a user's wallets, and of the wallets merged into them.

use std::collections::BTreeSet;

use foundation::Failure;

use super::balance;
use crate::app::App;
use crate::caller::{Mode, SiteScope};
use crate::credits::store::rows::{Balance, OwnedWallet};
use crate::credits::store::statements::OwnerFilter;
use crate::credits::store::{statements, wallets};
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::{VisibleBalances, visible_balances};

/// Returns the wallets of a website's customer.
pub(crate) async fn wallets_of_customer(
    app: &App,
    customer_id: &str,
    site: SiteScope<'_>,
) -> Result<Vec<i64>, Failure> {
    keys(
        app,
        OwnerFilter::Customer(customer_id, site.website_id, site.mode),
    )
    .await
}

/// Wallets of a user.
#[derive(Clone, Debug)]
pub(crate) struct OwnWallets {
    /// Keys of the wallets.
    pub(crate) keys: Vec<i64>,
    /// Decimal places of their units, each number once.
    pub(crate) scales: BTreeSet<i16>,
}

/// Returns a user's wallets: those of one balance, or all live ones in the token's view.
pub(crate) async fn wallets_of_holder<S>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    customer_id: Option<&str>,
) -> Result<OwnWallets, Problem> {
    let Some(customer_id) = customer_id else {
        return all_of(app, holder).await;
    };
    let own = balance::holder_balances(app, holder).await?.into_iter();
    let is_asked = |own: &Balance| own.customer_id.as_deref() == Some(customer_id);
    let own = own.filter(|own| own.website.is_some()).find(is_asked);
    let own = own.ok_or_else(|| Problem::not_found("balance"))?;
    let website_id = own.website.map(|website| website.id).unwrap_or_default();
    let site = SiteScope {
        website_id: &website_id,
        mode: own.mode,
    };
    Ok(OwnWallets {
        keys: wallets_of_customer(app, customer_id, site).await?,
        scales: BTreeSet::from([own.scale]),
    })
}

/// Returns all live wallets in the token's view. Decimal places count only if a wallet has bookings.
async fn all_of<S>(app: &App, holder: &AuthenticatedUser<S>) -> Result<OwnWallets, Problem> {
    let user_id = &holder.user.id;
    if let VisibleBalances::Only(website) = visible_balances(app, holder).await? {
        let whose = OwnerFilter::User(user_id, Some(&website.id), Some(Mode::Live));
        return Ok(OwnWallets {
            keys: keys(app, whose).await?,
            scales: BTreeSet::from([website.scale]),
        });
    }
    let keys = keys(app, OwnerFilter::User(user_id, None, Some(Mode::Live))).await?;
    let mut reader = app.database.reader().await?;
    let scales = wallets::scales(&mut reader.connection(), &keys).await?;
    Ok(OwnWallets {
        keys,
        scales: scales.into_iter().collect(),
    })
}

async fn keys(app: &App, whose: OwnerFilter<'_>) -> Result<Vec<i64>, Failure> {
    let mut reader = app.database.reader().await?;
    let wallets: Vec<OwnedWallet> = statements::wallets(&mut reader.connection(), whose).await?;
    Ok(wallets.iter().map(|wallet| wallet.account_id).collect())
}
