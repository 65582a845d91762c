//! The wallets of a customer or of an account holder, by their keys: with those that were merged into theirs.

use foundation::Failure;

use super::balance;
use super::statement::Wallet;
use super::store::statements::{self, Whose};
use crate::app::App;
use crate::caller::Mode;
use crate::problem::Problem;
use crate::users::Holder;
use crate::websites::{View, view_of};

/// Those of a website's customer.
pub(crate) async fn wallets_of_customer(
    app: &App,
    customer_id: &str,
    (website_id, mode): (&str, Mode),
) -> Result<Vec<i64>, Failure> {
    keys(app, Whose::Customer(customer_id, website_id, mode)).await
}

/// Those of an account holder: of one of their balances, or of all live ones that the token sees.
pub(crate) async fn wallets_of_holder<S>(
    app: &App,
    holder: &Holder<S>,
    customer_id: Option<&str>,
) -> Result<Vec<i64>, Problem> {
    let Some(customer_id) = customer_id else {
        let website = match view_of(app, holder).await? {
            View::Only(website) => Some(website.id),
            View::Everything | View::Granted => None,
        };
        let whose = Whose::User(&holder.user.id, website.as_deref(), Some(Mode::Live));
        return Ok(keys(app, whose).await?);
    };
    let own = balance::of_holder(app, holder).await?.into_iter();
    let mut own = own.filter_map(|own| Some((own.customer_id?, own.website?.id, own.mode)));
    let (_, website_id, mode) = own
        .find(|(id, ..)| id == customer_id)
        .ok_or_else(|| Problem::not_found("balance"))?;
    Ok(wallets_of_customer(app, customer_id, (&website_id, mode)).await?)
}

async fn keys(app: &App, whose: Whose<'_>) -> Result<Vec<i64>, Failure> {
    let mut reader = app.database.reader().await?;
    let wallets: Vec<Wallet> = statements::wallets(&mut reader.connection(), whose).await?;
    Ok(wallets.iter().map(|wallet| wallet.account_id).collect())
}
