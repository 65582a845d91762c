//! Finds the buyer whose portal is opened: a customer of a website, or the user who asks. None is created.

use super::open_portal::{PortalRequest, no_customer};
use crate::app::App;
use crate::billing::buyer_requests::{AskedWebsite, find_seller};
use crate::caller::{CreditsBuy, Mode, SiteScope};
use crate::credits::{Owner, WalletKey, open_platform_book, open_site_book};
use crate::customers::{CustomerRef, look_up};
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::SiteAccess;

/// Finds a customer of a website.
pub(super) async fn find_customer_of_website(
    app: &App,
    access: &SiteAccess,
    customer: &CustomerRef,
    return_url: String,
) -> Result<PortalRequest, Problem> {
    let wallet = find_wallet(app, access.scope(), customer).await?;
    Ok(PortalRequest {
        wallet: wallet.ok_or_else(|| Problem::not_found("customer"))?,
        mode: access.mode,
        website_id: Some(access.website_id.clone()),
        return_url,
    })
}

/// A user's request for the portal.
#[derive(Clone, Debug)]
pub(super) struct OwnPortal {
    /// The website that sells; none for the platform, or for the website of the token's client.
    pub(super) website: Option<String>,
    /// The mode of the credits; none for live.
    pub(super) mode: Option<Mode>,
    /// The address to which the page leads back.
    pub(super) return_url: String,
}

/// Finds the user who asks as a buyer of the seller.
pub(super) async fn find_own_buyer(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    asked: OwnPortal,
) -> Result<PortalRequest, Problem> {
    let mode = asked.mode.unwrap_or(Mode::Live);
    let asked_id = asked.website.as_deref();
    let website_id = find_seller(app, holder, asked_id, AskedWebsite::Active).await?;
    let user_id = holder.user.id.clone();
    let wallet = match &website_id {
        Some(website_id) => {
            let site = SiteScope { website_id, mode };
            let wallet = find_wallet(app, site, &CustomerRef::Sub(user_id)).await?;
            wallet.ok_or_else(no_customer)?
        }
        None => WalletKey {
            book_id: open_platform_book(app, mode).await?,
            owner: Owner::User(user_id),
        },
    };
    Ok(PortalRequest {
        wallet,
        mode,
        website_id,
        return_url: asked.return_url,
    })
}

async fn find_wallet(
    app: &App,
    site: SiteScope<'_>,
    customer: &CustomerRef,
) -> Result<Option<WalletKey>, Problem> {
    let book_id = open_site_book(app, site).await?;
    let mut reader = app.database.reader().await?;
    let found = look_up(&mut reader.connection(), site, customer).await?;
    Ok(found.map(|customer| WalletKey {
        book_id,
        owner: Owner::Customer(customer.id),
    }))
}
