//! Reads websites, and determines which balances a token's client may see.

use foundation::Failure;

use super::detail::Detail;
use super::store;
use super::website::{Status, Website};
use crate::app::App;
use crate::problem::{Kind, Problem};
use crate::users::AuthenticatedUser;

/// The balances of a user that a token shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum VisibleBalances {
    /// All balances: the token belongs to a client of this installation.
    Everything,
    /// The balances at one website, whose client has the token.
    Only(Box<Website>),
    /// The balances that the scopes open, at every website: the token belongs to an application that the user allowed.
    Granted,
}

/// Returns a website by its id, of any owner.
pub(crate) async fn find(app: &App, id: &str) -> Result<Option<Website>, Failure> {
    let mut reader = app.database.reader().await?;
    store::find(&mut reader.connection(), id).await
}

/// Returns the decimal places in which a website's credits are displayed, also before its first booking.
pub(crate) async fn scale_of(app: &App, id: &str) -> Result<i16, Failure> {
    Ok(find(app, id).await?.map_or(0, |website| website.scale))
}

/// Returns the addresses that belong to a website: its home page, and the redirect URIs of its clients as far as they are
/// stored here.
pub(crate) async fn addresses_of(app: &App, id: &str) -> Result<Vec<String>, Failure> {
    let mut reader = app.database.reader().await?;
    let detail = store::clients::detail(&mut reader.connection(), id).await?;
    let addresses = detail.iter().flat_map(Detail::addresses);
    Ok(addresses.map(ToOwned::to_owned).collect())
}

/// Returns the balances that the user's token shows.
///
/// A client of neither this installation nor a website is an application that a user runs, with the user's consent at the
/// idp. It may read what its scopes open, and change nothing.
pub(crate) async fn visible_balances<S>(
    app: &App,
    holder: &AuthenticatedUser<S>,
) -> Result<VisibleBalances, Problem> {
    if holder.is_first_party {
        return Ok(VisibleBalances::Everything);
    }
    let website = {
        let mut reader = app.database.reader().await?;
        store::find_by_client(&mut reader.connection(), &holder.client_id).await?
    };
    match website {
        Some((website, true)) if website.status == Status::Active => {
            Ok(VisibleBalances::Only(Box::new(website)))
        }
        Some(_) => Err(suspended()),
        None => Ok(VisibleBalances::Granted),
    }
}

/// Returns a website of any owner that works without limits; refuses a suspended one.
pub(crate) async fn find_active(app: &App, id: &str) -> Result<Website, Problem> {
    let website = find(app, id).await?;
    let website = website.ok_or_else(|| Problem::not_found("website"))?;
    if website.status == Status::Active {
        Ok(website)
    } else {
        Err(suspended())
    }
}

/// Returns a user's own websites, oldest first.
pub(crate) async fn list_own(app: &App, user_id: &str) -> Result<Vec<Website>, Failure> {
    let mut reader = app.database.reader().await?;
    store::list(&mut reader.connection(), user_id).await
}

/// Returns a user's website; reports not found for another user's website.
pub(crate) async fn find_own(app: &App, user_id: &str, id: &str) -> Result<Website, Problem> {
    find(app, id)
        .await?
        .filter(|website| website.owner_user_id == user_id)
        .ok_or_else(|| Problem::not_found("website"))
}

pub(super) fn suspended() -> Problem {
    Problem::new(Kind::WebsiteSuspended, "The website is switched off.")
}
