//! Balances: what an owner has, at the instant of asking. Reading one writes nothing.

use foundation::{Failure, Timestamp};

use super::account::Account;
use super::book::Book;
use super::store::statements::{self, Whose};
use crate::app::App;
use crate::caller::Mode;
use crate::customers::{self, Customer};
use crate::problem::Problem;
use crate::users::Holder;
use crate::websites::{SiteAccess, View, view_of};

/// A website, as answers name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// Its id.
    pub(crate) id: String,
    /// The name that people see.
    pub(crate) name: String,
    /// Its home page.
    pub(crate) url: String,
}

/// What an owner has in one book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Balance {
    /// The customer; none for an account holder's credits with the platform itself.
    pub(crate) customer_id: Option<String>,
    /// The website; none for the platform.
    pub(crate) website: Option<Site>,
    /// Real or play credits.
    pub(crate) mode: Mode,
    /// What one credit is called.
    pub(crate) unit: String,
    /// Decimal places for display.
    pub(crate) scale: i16,
    /// Credits booked and not used.
    pub(crate) posted: i64,
    /// Of these, set aside.
    pub(crate) held: i64,
    /// Credits owed.
    pub(crate) debt: i64,
    /// What can be spent.
    pub(crate) available: i64,
    /// Whether a subscription is running.
    pub(crate) subscribed: bool,
    /// When it last moved.
    pub(crate) updated_at: Timestamp,
}

impl Balance {
    /// The balance of an account that was just written.
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

/// The balance of a website's customer; another website's customer is as absent as none.
pub(crate) async fn of_customer(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
) -> Result<Balance, Problem> {
    if let Some(balance) = find(app, access, customer_id).await? {
        return Ok(balance);
    }
    // Not there, or merged into another, who has the balance now.
    let customer = customers::find(app, access, customer_id).await?;
    let balance = find(app, access, &customer.id).await?;
    balance.ok_or_else(|| Problem::not_found("customer"))
}

async fn find(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
) -> Result<Option<Balance>, Failure> {
    let mut reader = app.database.reader().await?;
    let whose = Whose::Customer(customer_id, &access.website_id, access.mode);
    let balances = statements::balances(&mut reader.connection(), whose, app.clock.now()).await?;
    Ok(balances.into_iter().next())
}

/// The balances of an account holder: everywhere, or at the one website that the token belongs to.
pub(crate) async fn of_holder<S>(app: &App, holder: &Holder<S>) -> Result<Vec<Balance>, Problem> {
    let view = view_of(app, holder).await?;
    let (now, user_id) = (app.clock.now(), holder.user.id.as_str());
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    match &view {
        View::Only(website) => {
            let whose = Whose::User(user_id, Some(&website.id));
            Ok(statements::balances(&mut db, whose, now).await?)
        }
        View::Everything | View::Granted => {
            let mut all = statements::balances(&mut db, Whose::Platform(user_id), now).await?;
            all.extend(statements::balances(&mut db, Whose::User(user_id, None), now).await?);
            Ok(all)
        }
    }
}
