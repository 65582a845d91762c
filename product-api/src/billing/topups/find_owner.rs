//! Finds the owner of a rule: the user who asks, or a customer of the website that asks. None is created.

use super::own_seller::OwnSeller;
use super::store;
use crate::app::App;
use crate::billing::buyer_requests::{AskedWebsite, find_seller};
use crate::caller::{CreditsBuy, Mode, SiteScope};
use crate::credits::{Owner, WalletKey, open_platform_book, open_site_book};
use crate::customers::{self, CustomerRef, look_up};
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::SiteAccess;

/// The owner of a rule, and the seller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TopUpOwner {
    /// The book of the credits.
    pub(super) book_id: i64,
    /// The mode of the credits.
    pub(super) mode: Mode,
    /// The website that sells; none for the platform.
    pub(super) website_id: Option<String>,
    /// The owner; none for a user whom the website has not met.
    pub(super) owner: Option<Owner>,
}

impl TopUpOwner {
    /// Returns the wallet of the owner.
    pub(super) fn wallet(&self) -> Option<WalletKey> {
        self.owner.clone().map(|owner| WalletKey {
            book_id: self.book_id,
            owner,
        })
    }
}

/// Finds the user who asks as a buyer of the seller.
pub(super) async fn find_own_owner(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    seller: &OwnSeller,
    allowed: AskedWebsite,
) -> Result<TopUpOwner, Problem> {
    let mode = seller.mode.unwrap_or(Mode::Live);
    let website_id = find_seller(app, holder, seller.website.as_deref(), allowed).await?;
    let user_id = holder.user.id.clone();
    let Some(id) = &website_id else {
        return Ok(TopUpOwner {
            book_id: open_platform_book(app, mode).await?,
            mode,
            website_id,
            owner: Some(Owner::User(user_id)),
        });
    };
    let site = SiteScope {
        website_id: id,
        mode,
    };
    let book_id = open_site_book(app, site).await?;
    let found = {
        let mut reader = app.database.reader().await?;
        look_up(&mut reader.connection(), site, &CustomerRef::Sub(user_id)).await?
    };
    Ok(TopUpOwner {
        book_id,
        mode,
        owner: found.map(|customer| Owner::Customer(customer.id)),
        website_id,
    })
}

/// Finds a customer of a website, or a user for the operator. Rejects with 404 an id that does not exist.
pub(super) async fn find_owner(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<TopUpOwner, Problem> {
    let book_id = open_site_book(app, access.scope()).await?;
    let owner = if access.is_platform() {
        let mut reader = app.database.reader().await?;
        if !store::is_user(&mut reader.connection(), id).await? {
            return Err(Problem::not_found("customer"));
        }
        Owner::User(id.to_owned())
    } else {
        Owner::Customer(customers::find(app, access, id).await?.id)
    };
    let website_id = access.scope().website().map(ToOwned::to_owned);
    Ok(TopUpOwner {
        book_id,
        mode: access.mode,
        website_id,
        owner: Some(owner),
    })
}
