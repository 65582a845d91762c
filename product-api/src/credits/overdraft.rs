//! Setting how much a customer may owe by spending.

use serde_json::json;

use super::account::{Owner, WalletOf};
use super::balance_at::{BalanceAt, of_customer_at};
use super::book::BookOf;
use super::load::load;
use super::open::shelf;
use super::refusal;
use super::store::{transfers, wallets};
use crate::app::App;
use crate::audit::Action;
use crate::customers;
use crate::problem::{Kind, Problem};
use crate::websites::SiteAccess;
use foundation::Failure;

/// Sets the limit; the balance afterwards. What is owed already cannot be more than may be: a lower limit is refused.
pub(crate) async fn set_overdraft_limit(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
    limit: i64,
) -> Result<BalanceAt, Problem> {
    let customer = customers::find(app, access, customer_id).await?;
    let of = BookOf {
        website_id: Some(access.website_id.clone()),
        mode: access.mode,
    };
    let wallet = WalletOf {
        book_id: shelf(app, &of).await?.book.id,
        owner: Owner::Customer(customer.id.clone()),
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let account = load(app, &mut db, &wallet).await?.account;
    if account.is_closed {
        // The customer was merged into another meanwhile: the same request again finds it.
        return Err(
            Failure::busy("setting a limit", "its customer was merged into another").into(),
        );
    }
    if account.is_frozen {
        return Err(refusal::frozen());
    }
    if limit < account.debt.posted {
        return Err(below_what_is_owed(account.debt.posted));
    }
    // What the website sets, no undo of a merge changes.
    transfers::forget_raised(&mut db, account.id, None).await?;
    if limit != account.overdraft_limit {
        wallets::set_limit(&mut db, account.id, limit).await?;
        let details =
            json!({"mode": access.mode.word(), "from": account.overdraft_limit, "to": limit});
        access
            .record(
                app,
                &mut db,
                (Action::OverdraftLimitSet, &customer.id, details),
            )
            .await?;
    }
    transaction.commit().await?;
    of_customer_at(app, access, &customer.id, None).await
}

fn below_what_is_owed(debt: i64) -> Problem {
    let detail = format!(
        "The customer owes {debt} credits, and the limit cannot be below that. Grant credits first: they repay what is owed."
    );
    Problem::new(Kind::AmountOutOfRange, detail)
}
