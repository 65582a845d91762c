//! Balances of owners at the time of the request. Reading a balance writes nothing.

use foundation::{Failure, Timestamp};

use super::account::Account;
use super::book::Book;
use super::store::statements::{self, Whose};
use crate::app::App;
use crate::caller::Mode;
use crate::customers::Customer;
use crate::problem::Problem;
use crate::users::Holder;
use crate::websites::{View, view_of};

/// A website, as responses name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// The website's id.
    pub(crate) id: String,
    /// Name that users see.
    pub(crate) name: String,
    /// URL of the home page.
    pub(crate) url: String,
}

/// Balance of an owner in one book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Balance {
    /// The customer's id; none for a user's credits with the platform itself.
    pub(crate) customer_id: Option<String>,
    /// The website; none for the platform.
    pub(crate) website: Option<Site>,
    /// Live or test mode.
    pub(crate) mode: Mode,
    /// Name of the unit.
    pub(crate) unit: String,
    /// Decimal places for display.
    pub(crate) scale: i16,
    /// Credits booked and not used.
    pub(crate) posted: i64,
    /// Part of `posted` that open holds reserve.
    pub(crate) held: i64,
    /// Credits owed.
    pub(crate) debt: i64,
    /// Credits that can be spent.
    pub(crate) available: i64,
    /// True if the customer has a subscription.
    pub(crate) subscribed: bool,
    /// Time of the last change.
    pub(crate) updated_at: Timestamp,
}

impl Balance {
    /// Returns the balance of an account after a write.
    pub(super) fn after(
        account: &Account,
        book: &Book,
        customer: &Customer,
        (website, mode): (Option<Site>, Mode),
    ) -> Self {
        Self {
            customer_id: Some(customer.id.clone()),
            website,
            mode,
            unit: book.unit.clone(),
            scale: book.scale,
            posted: account.posted,
            held: account.held,
            debt: account.debt.posted,
            available: account.available(),
            subscribed: customer.subscribed,
            updated_at: account.last_booked_at,
        }
    }
}

/// Reads a user's balances: at all websites and the platform, or at the token's website only.
pub(crate) async fn of_holder<S>(app: &App, holder: &Holder<S>) -> Result<Vec<Balance>, Problem> {
    let view = view_of(app, holder).await?;
    let (now, user_id) = (app.clock.now(), holder.user.id.as_str());
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    match &view {
        View::Only(website) => {
            let whose = Whose::User(user_id, Some(&website.id), None);
            Ok(statements::balances(&mut db, whose, now).await?)
        }
        View::Everything | View::Granted => {
            let mut all = statements::balances(&mut db, Whose::Platform(user_id), now).await?;
            all.extend(statements::balances(&mut db, Whose::User(user_id, None, None), now).await?);
            Ok(all)
        }
    }
}

/// Reads a user's balances at all websites; no token restricts them.
pub(crate) async fn balances_of_user(app: &App, user_id: &str) -> Result<Vec<Balance>, Failure> {
    let mut reader = app.database.reader().await?;
    let whose = Whose::User(user_id, None, None);
    statements::balances(&mut reader.connection(), whose, app.clock.now()).await
}
