//! Balance of a customer at a time: now, in the past as booked, or in the future if only expiries happen.
//!
//! After the last booking, expiries are settled in memory; before it, transactions, lot moves and holds are read.

use foundation::{Connection, Failure, Timestamp};

use super::balance;
use crate::app::App;
use crate::caller::SiteScope;
use crate::credits::ledger::account::Account;
use crate::credits::ledger::hold::Hold;
use crate::credits::ledger::lot::{Lot, burn_order};
use crate::credits::ledger::spend_limit::SpendLimit;
use crate::credits::ledger::state::AccountState;
use crate::credits::store::lots::LotOrigin;
use crate::credits::store::rows::Balance;
use crate::credits::store::statements::OwnerFilter;
use crate::credits::store::subscribed_plans::{CustomerPlans, find_plans};
use crate::credits::store::{holds, lots, past, statements, wallets};
use crate::customers;
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::SiteAccess;

/// Limit of the lots in one response.
const MAX_LOTS: usize = 100;
/// Limit of the later transactions that are undone to list past lots. Beyond it the response omits the lots.
const MAX_REVERTED: i64 = 100_000;

/// A balance at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BalanceAt {
    /// The balance.
    pub(crate) balance: Balance,
    /// The time.
    pub(crate) at: Timestamp,
    /// The overdraft limit, as it is now.
    pub(crate) overdraft_limit: i64,
    /// The spend limit and the credits counted against it, as they are now.
    pub(crate) spend_limit: Option<SpendLimit>,
    /// Lots in burn order; none if the account is frozen or too many transactions followed.
    pub(crate) lots: Option<Vec<LotView>>,
    /// Number of all lots; `lots` contains the first of them.
    pub(crate) lot_count: Option<usize>,
    /// Time of the next lot expiry, and the credits that expire then.
    pub(crate) next_expiry: Option<(Timestamp, i64)>,
    /// The subscriptions that count, as they are now.
    pub(crate) plans: CustomerPlans,
}

/// A lot of a balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LotView {
    /// The lot.
    pub(crate) lot: Lot,
    /// The lot's transaction and feature.
    pub(crate) origin: LotOrigin,
}

/// Reads the balance of a website's customer at a time, or now if no time is given.
pub(crate) async fn customer_balance_at(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
    at: Option<Timestamp>,
) -> Result<BalanceAt, Problem> {
    let site = access.scope();
    if let Some(balance) = find(app, site, customer_id, at).await? {
        return Ok(balance);
    }
    // The customer does not exist, or was merged into another one, which has the balance now.
    let customer = customers::find(app, access, customer_id).await?;
    let balance = find(app, site, &customer.id, at).await?;
    balance.ok_or_else(|| Problem::not_found("customer"))
}

/// Reads one of the user's own balances at a time. A balance of another user answers 404, like an unknown one.
pub(crate) async fn holder_balance_at<S>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    customer_id: &str,
    at: Option<Timestamp>,
) -> Result<BalanceAt, Problem> {
    let absent = || Problem::not_found("balance");
    let mut own = balance::holder_balances(app, holder).await?.into_iter();
    let own = own.find(|own| own.customer_id.as_deref() == Some(customer_id));
    let own = own.ok_or_else(absent)?;
    let website_id = own.website.as_ref().map(|site| site.id.as_str());
    let site = SiteScope {
        website_id: website_id.unwrap_or_default(),
        mode: own.mode,
    };
    let balance = find(app, site, customer_id, at).await?;
    balance.ok_or_else(absent)
}

/// Reads the balance at a time, or now, and the plans as they are now.
async fn find(
    app: &App,
    site: SiteScope<'_>,
    customer_id: &str,
    at: Option<Timestamp>,
) -> Result<Option<BalanceAt>, Failure> {
    let mut reads = app.database.snapshot().await?;
    let mut db = reads.connection();
    let mut found = find_credits(app, &mut db, site, customer_id, at).await?;
    if let Some(found) = found.as_mut().filter(|found| found.balance.subscribed) {
        found.plans = find_plans(&mut db, customer_id).await?;
    }
    Ok(found)
}

/// Reads the credits at a time, or now. Now is never before the last booking: another server's clock may be ahead.
async fn find_credits(
    app: &App,
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
    customer_id: &str,
    at: Option<Timestamp>,
) -> Result<Option<BalanceAt>, Failure> {
    let now = app.clock.now();
    let whose = OwnerFilter::Customer(customer_id, site.website_id, site.mode);
    let Some(owner) = statements::owners(db, whose).await?.pop() else {
        return Ok(None);
    };
    let account = match owner.wallet {
        Some(of) => wallets::read(db, &[of]).await?.pop(),
        None => None,
    };
    let balance = owner.untouched;
    // Only the current row of a frozen account can be shown.
    let requested = at.filter(|_| !account.as_ref().is_some_and(|account| account.is_frozen));
    let read_at = account.as_ref().map_or(now, |account| account.read_at(now));
    let at = requested.unwrap_or(read_at);
    let Some(account) = account else {
        return Ok(Some(untouched(balance, at)));
    };
    let limit = account.spend_limit;
    let spend_limit = limit.map(|limit| limit.at(now));
    if account.is_frozen {
        return Ok(Some(BalanceAt {
            spend_limit,
            ..frozen(balance, at, &account)
        }));
    }
    let snapshot = if at < account.last_booked_at {
        as_booked(db, account, at).await?
    } else {
        as_settled(app, db, account, at).await?
    };
    Ok(Some(BalanceAt {
        spend_limit,
        ..snapshot.into_balance_at(db, balance, at).await?
    }))
}

/// Returns the balance of a customer without any transaction.
fn untouched(balance: Balance, at: Timestamp) -> BalanceAt {
    BalanceAt {
        balance,
        at,
        overdraft_limit: 0,
        spend_limit: None,
        lots: Some(Vec::new()),
        lot_count: Some(0),
        next_expiry: None,
        plans: CustomerPlans::default(),
    }
}

/// Returns the balance of a frozen account from its row. It omits the lots, which may contradict the row.
fn frozen(balance: Balance, at: Timestamp, account: &Account) -> BalanceAt {
    BalanceAt {
        overdraft_limit: account.overdraft_limit,
        lots: None,
        lot_count: None,
        ..untouched(balance.with(account), at)
    }
}

/// An account at a time.
struct AccountSnapshot {
    account: Account,
    lots: Option<Vec<Lot>>,
}

/// Settles all expiries up to a time, as if nothing else happened until then.
async fn as_settled(
    app: &App,
    db: &mut Connection<'_>,
    account: Account,
    at: Timestamp,
) -> Result<AccountSnapshot, Failure> {
    let ids = [account.id];
    let of_account = |lots: Vec<(i64, Lot)>| lots.into_iter().map(|(_, lot)| lot).collect();
    let lots: Vec<Lot> = of_account(lots::open(db, &ids).await?);
    let holds: Vec<Hold> = match account.held {
        0 => Vec::new(),
        _ => holds::read(db, &ids, &[])
            .await?
            .into_iter()
            .map(|(_, hold)| hold)
            .collect(),
    };
    let id = account.id;
    let mut state = AccountState::from_rows(account, lots, holds).ok_or_else(|| {
        Failure::defect(format!("the lots or holds of account {id} contradict it"))
    })?;
    state.settle(at, &app.ledger.keys);
    Ok(AccountSnapshot {
        account: state.account,
        lots: Some(state.lots.into_all()),
    })
}

/// Reads the account as it was booked at a past time. The overdraft limit is not booked, so the current one counts.
async fn as_booked(
    db: &mut Connection<'_>,
    mut account: Account,
    at: Timestamp,
) -> Result<AccountSnapshot, Failure> {
    let booked = past::booked(db, account.id, at).await?;
    account.posted = booked.posted;
    account.debt.posted = booked.posted - booked.balance;
    account.held = past::held(db, account.id, at).await?;
    account.last_booked_at = booked.at;
    let lots = match past::count_after(db, account.id, at, MAX_REVERTED + 1).await? {
        count if count > MAX_REVERTED => None,
        _ => Some(past::lots(db, account.id, at).await?),
    };
    Ok(AccountSnapshot { account, lots })
}

impl AccountSnapshot {
    async fn into_balance_at(
        self,
        db: &mut Connection<'_>,
        balance: Balance,
        at: Timestamp,
    ) -> Result<BalanceAt, Failure> {
        let account = &self.account;
        let balance = Balance {
            updated_at: balance.updated_at.min(at),
            ..balance
        };
        let mut result = BalanceAt {
            overdraft_limit: account.overdraft_limit,
            lots: None,
            lot_count: None,
            ..untouched(balance.with(account), at)
        };
        let Some(mut lots) = self.lots else {
            return Ok(result);
        };
        lots.retain(|lot| lot.remaining > 0);
        lots.sort_unstable_by(burn_order);
        let ends = |lot: &Lot| lot.expires_at.filter(|ends| *ends > at);
        let next = lots.iter().filter_map(ends).min();
        result.next_expiry = next.map(|next| {
            let then = lots.iter().filter(|lot| lot.expires_at == Some(next));
            (next, then.map(|lot| lot.remaining).sum())
        });
        result.lot_count = Some(lots.len());
        lots.truncate(MAX_LOTS);
        let ids: Vec<i64> = lots.iter().map(|lot| lot.id).collect();
        let mut origins = lots::origins(db, &ids).await?;
        let with_origin = |lot: Lot| LotView {
            origin: origins.remove(&lot.id).unwrap_or_default(),
            lot,
        };
        result.lots = Some(lots.into_iter().map(with_origin).collect());
        Ok(result)
    }
}
