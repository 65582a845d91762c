//! Sets the overdraft limit of a customer.

use foundation::{Failure, Timestamp, Transaction};
use serde_json::json;

use crate::app::App;
use crate::audit::Action;
use crate::credits::execution::load::load_whole;
use crate::credits::execution::open_book::open_book;
use crate::credits::execution::refusal;
use crate::credits::execution::save::save;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::book::BookKey;
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::ledger::state::AccountState;
use crate::credits::ledger::terms::RepaidBy;
use crate::credits::queries::balance_at::{BalanceAt, customer_balance_at};
use crate::credits::store::{transfers, wallets};
use crate::customers;
use crate::problem::{Kind, Problem};
use crate::websites::SiteAccess;

/// Sets the limit and returns the balance. It refuses a limit below the debt.
pub(crate) async fn set_overdraft_limit(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
    limit: i64,
) -> Result<BalanceAt, Problem> {
    let customer = customers::find(app, access, customer_id).await?;
    let of = BookKey {
        website_id: Some(access.website_id.clone()),
        mode: access.mode,
    };
    let wallet = WalletKey {
        book_id: open_book(app, &of).await?.book.id,
        owner: Owner::Customer(customer.id.clone()),
    };
    let in_flight = app.ledger.keys.mark_in_flight(&app.clock);
    match set(app, access, &customer.id, &wallet, limit).await {
        Ok(transaction) => in_flight.finish_with(transaction.commit().await)?,
        Err(problem) => {
            in_flight.finish();
            return Err(problem);
        }
    }
    customer_balance_at(app, access, &customer.id, None).await
}

/// Sets the limit in an open transaction.
async fn set(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
    wallet: &WalletKey,
    limit: i64,
) -> Result<Transaction, Problem> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let mut state = load_whole(app, &mut db, wallet).await?;
    let (id, before, debt, terms) = {
        let account = &state.account;
        let debt = account.debt.posted;
        (account.id, account.overdraft_limit, debt, account.terms)
    };
    if state.account.is_closed {
        // Another request has merged the customer: a retry of this one finds the merge target.
        return Err(
            Failure::busy("setting a limit", "its customer was merged into another").into(),
        );
    }
    if state.account.is_frozen {
        return Err(refusal::frozen());
    }
    // A claw-back's debt may exceed the limit, which may then stay as it is.
    if limit < debt.min(before) {
        return Err(below_what_is_owed(debt, terms.debt_repaid_by));
    }
    customers::lock_customer(&mut db, customer_id).await?;
    // An undo of a merge does not change a limit that the website has set.
    transfers::forget_raised(&mut db, id, None).await?;
    if limit != before {
        wallets::set_limit(&mut db, id, limit).await?;
        let details = json!({"mode": access.mode.word(), "from": before, "to": limit});
        let set = Action::OverdraftLimitSet.on(customer_id, details);
        access.record(app, &mut db, set).await?;
        let now = app.clock.now();
        state.limit_debt(limit, now, &app.ledger.keys);
        save(app, &mut db, &mut state, now).await?;
    }
    Ok(transaction)
}

impl AccountState {
    /// Sets the overdraft limit, and emits alerts if the available credits cross a threshold.
    fn limit_debt(&mut self, limit: i64, now: Timestamp, keys: &RowIds) {
        let at = now.max(self.account.last_booked_at);
        self.settle(at, keys);
        let before = self.alert_baseline();
        self.account.overdraft_limit = limit;
        self.emit_alerts(before, at, keys);
    }
}

fn below_what_is_owed(debt: i64, repaid_by: RepaidBy) -> Problem {
    let way_out = match repaid_by {
        RepaidBy::AllGrants => "Grant credits first: they repay what is owed.",
        RepaidBy::Purchases => {
            "Grant credits of the kind `purchase` first: by your credit policy only these repay what is owed."
        }
    };
    let detail =
        format!("The customer owes {debt} credits, and the limit cannot be below that. {way_out}");
    Problem::new(Kind::AmountOutOfRange, detail)
}
