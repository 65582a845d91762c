//! Reads the automatic top-up of an owner, for the owner and for the seller.

use super::find_owner::{find_own_owner, find_owner};
use super::own_seller::OwnSeller;
use super::views::{TopUpView, load_view};
use crate::app::App;
use crate::billing::buyer_requests::AskedWebsite;
use crate::caller::CreditsBuy;
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::SiteAccess;

/// Reads the rule of the user who asks.
pub(super) async fn read_own_topup(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    seller: &OwnSeller,
) -> Result<TopUpView, Problem> {
    let owner = find_own_owner(app, holder, seller, AskedWebsite::Any).await?;
    load_view(app, &owner).await
}

/// Reads the rule of a customer.
pub(super) async fn read_topup(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
) -> Result<TopUpView, Problem> {
    let owner = find_owner(app, access, customer_id).await?;
    load_view(app, &owner).await
}
