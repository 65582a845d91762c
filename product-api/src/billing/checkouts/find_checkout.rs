//! Finds a checkout for those who may see it: the website that sells, and the buyer.

use super::load_checkout::{CheckoutView, view};
use super::store::{self, UserFilter};
use crate::app::App;
use crate::caller::CreditsBuy;
use crate::credits::find_site_book;
use crate::problem::{Kind, Problem};
use crate::users::AuthenticatedUser;
use crate::websites::{SiteAccess, VisibleBalances, visible_balances};

/// Finds a checkout of a website; 404 for one of another website or mode.
pub(super) async fn find_for_website(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<CheckoutView, Problem> {
    let found = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        match find_site_book(&mut db, access.scope()).await? {
            Some(book) => store::find_in_book(&mut db, book.id, id).await?,
            None => None,
        }
    };
    let checkout = found.ok_or_else(|| Problem::not_found("checkout"))?;
    Ok(view(app, checkout).await?)
}

/// Finds a checkout of a user that the token shows.
pub(super) async fn find_for_user(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    id: &str,
) -> Result<CheckoutView, Problem> {
    let website = match visible_balances(app, holder).await? {
        VisibleBalances::Everything => None,
        VisibleBalances::Only(website) => Some(website),
        VisibleBalances::Granted => {
            return Err(Problem::new(
                Kind::ClientNotAllowed,
                "Checkouts are shown to this installation's app and to websites only.",
            ));
        }
    };
    let filter = UserFilter {
        user_id: &holder.user.id,
        website_id: website.as_ref().map(|website| website.id.as_str()),
    };
    let found = {
        let mut reader = app.database.reader().await?;
        store::find_of_user(&mut reader.connection(), filter, id).await?
    };
    let checkout = found.ok_or_else(|| Problem::not_found("checkout"))?;
    Ok(view(app, checkout).await?)
}
