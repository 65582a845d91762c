//! Starts a checkout for the user who asks: at the website of the token's client, or at any seller in this installation's app.

use super::buyer::{BuyerName, Sale};
use super::create_checkout::{StartedCheckout, create_checkout};
use super::prepare_checkout::CheckoutRequest;
use crate::app::App;
use crate::billing::buyer_requests::{AskedWebsite, find_seller};
use crate::caller::{CreditsBuy, Mode, SiteScope};
use crate::credits::{open_platform_book, open_site_book};
use crate::customers::CustomerRef;
use crate::idempotency::KeyedRequest;
use crate::problem::Problem;
use crate::users::AuthenticatedUser;

/// A user's request for a checkout.
#[derive(Clone, Debug)]
pub(super) struct OwnPurchase {
    /// The website that sells; none for the platform, or for the website of the token's client.
    pub(super) website: Option<String>,
    /// The mode of the credits; none for live.
    pub(super) mode: Option<Mode>,
    /// The pack and the addresses.
    pub(super) request: CheckoutRequest,
}

/// Starts a checkout for a user, or returns an open one for the same thing.
pub(super) async fn create_for_user(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    attempt: &KeyedRequest,
    purchase: &OwnPurchase,
) -> Result<StartedCheckout, Problem> {
    let mode = purchase.mode.unwrap_or(Mode::Live);
    let asked_id = purchase.website.as_deref();
    let website_id = find_seller(app, holder, asked_id, AskedWebsite::Active).await?;
    let user_id = holder.user.id.clone();
    let (book_id, buyer) = if let Some(website_id) = website_id {
        let site = SiteScope {
            website_id: &website_id,
            mode,
        };
        let book_id = open_site_book(app, site).await?;
        let reference = CustomerRef::Sub(user_id.clone());
        let buyer = BuyerName::Customer {
            website_id: website_id.clone(),
            reference,
        };
        (book_id, buyer)
    } else {
        let book_id = open_platform_book(app, mode).await?;
        (book_id, BuyerName::User(user_id.clone()))
    };
    let sale = Sale {
        book_id,
        mode,
        buyer,
        actor: user_id,
        is_own: true,
    };
    Box::pin(create_checkout(app, &sale, attempt, &purchase.request)).await
}
