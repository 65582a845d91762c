//! Reading websites: whose they are, and what a token's client lets its user see.

use foundation::Failure;

use super::store;
use super::website::{Status, Website};
use crate::app::App;
use crate::problem::{Kind, Problem};
use crate::users::Holder;

/// Which of a user's balances a token shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// All of them: the token was given to a client of this installation.
    Everything,
    /// Those at the website whose client the token was given to.
    Only(Box<Website>),
    /// What the scopes open, everywhere: the token was given to a program that its user has allowed to act for them.
    Granted,
}

/// A website by its id, whoever asks.
pub(crate) async fn find(app: &App, id: &str) -> Result<Option<Website>, Failure> {
    let mut reader = app.database.reader().await?;
    store::find(&mut reader.connection(), id).await
}

/// With how many decimal places a website's credits are shown, also before anything is booked there.
pub(crate) async fn scale_of(app: &App, id: &str) -> Result<i16, Failure> {
    Ok(find(app, id).await?.map_or(0, |website| website.scale))
}

/// What the holder's token shows.
///
/// A client that is neither this installation's own nor a website's is a program that somebody runs for themselves, and
/// that the idp has asked its user about: it reads what its scopes open, and changes nothing.
pub(crate) async fn view_of<S>(app: &App, holder: &Holder<S>) -> Result<View, Problem> {
    if holder.is_first_party {
        return Ok(View::Everything);
    }
    let website = {
        let mut reader = app.database.reader().await?;
        store::find_by_client(&mut reader.connection(), &holder.client_id).await?
    };
    match website {
        Some((website, true)) if website.status == Status::Active => {
            Ok(View::Only(Box::new(website)))
        }
        Some(_) => Err(suspended()),
        None => Ok(View::Granted),
    }
}

/// A user's own websites, oldest first.
pub(crate) async fn list_own(app: &App, user_id: &str) -> Result<Vec<Website>, Failure> {
    let mut reader = app.database.reader().await?;
    store::list(&mut reader.connection(), user_id).await
}

/// A website of this user; another's is as absent as none.
pub(crate) async fn find_own(app: &App, user_id: &str, id: &str) -> Result<Website, Problem> {
    find(app, id)
        .await?
        .filter(|website| website.owner_user_id == user_id)
        .ok_or_else(|| Problem::not_found("website"))
}

pub(super) fn suspended() -> Problem {
    Problem::new(Kind::WebsiteSuspended, "The website is switched off.")
}
