//! Balances of owners at the time of the request. Reading a balance writes nothing.

use foundation::{Connection, Failure, Timestamp};

use super::account::{Account, WalletOf};
use super::book::Book;
use super::keys::Keys;
use super::settled::settled;
use super::store::statements::{self, BalanceOwner, Whose};
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
        let untouched = Self {
            customer_id: Some(customer.id.clone()),
            website,
            mode,
            unit: book.unit.clone(),
            scale: book.scale,
            posted: 0,
            held: 0,
            debt: 0,
            available: 0,
            subscribed: customer.subscribed,
            updated_at: customer.created_at,
        };
        untouched.with(account)
    }

    /// Returns the balance with the numbers of its account.
    pub(super) fn with(self, account: &Account) -> Self {
        let is_booked = account.last_booked_at > Timestamp::default();
        let booked_at = is_booked.then_some(account.last_booked_at);
        Self {
            posted: account.posted,
            held: account.held,
            debt: account.debt.posted,
            available: account.available(),
            updated_at: booked_at.unwrap_or(self.updated_at),
            ..self
        }
    }
}

/// Reads a user's balances: at all websites and the platform, or at the token's website only.
pub(crate) async fn of_holder<S>(app: &App, holder: &Holder<S>) -> Result<Vec<Balance>, Problem> {
    let view = view_of(app, holder).await?;
    let (now, user_id) = (app.clock.now(), holder.user.id.as_str());
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let mut owners = Vec::new();
    match &view {
        View::Only(website) => {
            let whose = Whose::User(user_id, Some(&website.id), None);
            owners.extend(statements::owners(&mut db, whose).await?);
        }
        View::Everything | View::Granted => {
            for whose in [Whose::Platform(user_id), Whose::User(user_id, None, None)] {
                owners.extend(statements::owners(&mut db, whose).await?);
            }
        }
    }
    Ok(balances(&mut db, owners, now, &app.ledger.keys).await?)
}

/// Reads a user's balances at all websites; no token restricts them.
pub(crate) async fn balances_of_user(app: &App, user_id: &str) -> Result<Vec<Balance>, Failure> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let owners = statements::owners(&mut db, Whose::User(user_id, None, None)).await?;
    balances(&mut db, owners, app.clock.now(), &app.ledger.keys).await
}

/// Reads the balance of one owner in a snapshot; none for a customer that was merged into another one.
pub(super) async fn read_balance(
    db: &mut Connection<'_>,
    whose: Whose<'_>,
    now: Timestamp,
    keys: &Keys,
) -> Result<Option<Balance>, Failure> {
    let owners = statements::owners(db, whose).await?;
    let balances = balances(db, owners, now, keys).await?;
    Ok(balances.into_iter().next())
}

/// Reads the balances of owners in a snapshot, in their order.
async fn balances(
    db: &mut Connection<'_>,
    owners: Vec<BalanceOwner>,
    now: Timestamp,
    keys: &Keys,
) -> Result<Vec<Balance>, Failure> {
    let wallets = owners.iter().filter_map(|owner| owner.wallet.clone());
    let wallets: Vec<WalletOf> = wallets.collect();
    let settled = settled(db, &wallets, now, keys).await?;
    let balance_of = |owner: BalanceOwner| {
        let wallet = owner.wallet.as_ref().and_then(|of| settled.get(of));
        match wallet {
            Some(wallet) => owner.untouched.with(&wallet.account),
            None => owner.untouched,
        }
    };
    Ok(owners.into_iter().map(balance_of).collect())
}
