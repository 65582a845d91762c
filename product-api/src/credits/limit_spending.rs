//! Setting how much a customer may spend in a day or in a month.

use serde_json::{Value, json};

use super::account::{Owner, WalletOf};
use super::balance_at::{BalanceAt, of_customer_at};
use super::book::BookOf;
use super::hold::OnExpiry;
use super::ledger::AccountState;
use super::load::load;
use super::open::shelf;
use super::posting::TxnKind;
use super::refusal;
use super::spend_limit::{LimitPeriod, SpendLimit};
use super::store::spend_limits::{self, Tally};
use super::wallets_of::wallets_of_customer;
use crate::app::App;
use crate::audit::Action;
use crate::customers;
use crate::problem::Problem;
use crate::websites::SiteAccess;
use foundation::{Connection, Failure, Timestamp};

/// The most credits of a day or a month.
pub(crate) type Cap = (i64, LimitPeriod);

/// Sets the limit, or lifts it; the balance afterwards. What was spent already in the day or the month counts, also what
/// was spent before there was a limit. It may be more than the limit: nothing is spent then until the next one begins.
pub(crate) async fn limit_spending(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
    cap: Option<Cap>,
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
    let site = (access.website_id.as_str(), access.mode);
    let wallets = wallets_of_customer(app, &customer.id, site).await?;
    let looked = Looked::at(app, wallets, cap).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let mut state = load(app, &mut db, &wallet).await?;
    if state.account.is_closed {
        // The customer was merged into another meanwhile: the same request again finds it.
        return Err(
            Failure::busy("setting a limit", "its customer was merged into another").into(),
        );
    }
    if state.account.is_frozen {
        return Err(refusal::frozen());
    }
    let before = state.account.spend_limit;
    if cap_of(before) != cap {
        let limit = looked.limit(app, &mut db, &mut state, cap).await?;
        spend_limits::set(&mut db, state.account.id, limit).await?;
        let (from, to) = (told(cap_of(before)), told(cap));
        let details = json!({"mode": access.mode.word(), "from": from, "to": to});
        access
            .record(app, &mut db, (Action::SpendLimitSet, &customer.id, details))
            .await?;
    }
    transaction.commit().await?;
    of_customer_at(app, access, &customer.id, None).await
}

fn cap_of(limit: Option<SpendLimit>) -> Option<Cap> {
    limit.map(|limit| (limit.cap, limit.period))
}

fn told(cap: Option<Cap>) -> Value {
    cap.map_or(
        Value::Null,
        |(cap, period)| json!({"cap": cap, "period": period.name()}),
    )
}

/// What was spent since an instant, looked up before the wallet is locked: only what came since is added under the lock,
/// however long the history is.
struct Looked {
    wallets: Vec<i64>,
    since: Timestamp,
    tallies: Vec<Tally>,
}

impl Looked {
    async fn at(app: &App, wallets: Vec<i64>, cap: Option<Cap>) -> Result<Self, Failure> {
        let now = app.clock.now();
        let since = cap.map_or(now, |(_, period)| {
            period.beginning_of(period.window_of(now))
        });
        let mut looked = Self::nothing(wallets, since);
        if cap.is_some() {
            let mut reader = app.database.reader().await?;
            looked.add(&mut reader.connection()).await?;
        }
        Ok(looked)
    }

    fn nothing(wallets: Vec<i64>, since: Timestamp) -> Self {
        let tallies = wallets.iter().map(|id| Tally::since(*id, since)).collect();
        Self {
            wallets,
            since,
            tallies,
        }
    }

    async fn add(&mut self, db: &mut Connection<'_>) -> Result<(), Failure> {
        for tally in &mut self.tallies {
            tally.add(db).await?;
        }
        Ok(())
    }

    /// The limit of the wallet, which is locked, from now on. One of the same period goes on counting where it was.
    async fn limit(
        mut self,
        app: &App,
        db: &mut Connection<'_>,
        state: &mut AccountState,
        cap: Option<Cap>,
    ) -> Result<Option<SpendLimit>, Failure> {
        let Some((cap, period)) = cap else {
            return Ok(None);
        };
        let before = state.account.spend_limit;
        if let Some(before) = before.filter(|before| before.period == period) {
            return Ok(Some(SpendLimit { cap, ..before }));
        }
        let at = app.clock.now().max(state.account.last_booked_at);
        let window = period.window_of(at);
        let since = period.beginning_of(window);
        if since != self.since {
            self = Self::nothing(self.wallets, since);
        }
        self.add(db).await?;
        state.settle(at, &app.ledger.keys);
        let booked = self.tallies.iter().map(|tally| tally.spent);
        let mut limit = SpendLimit {
            cap,
            period,
            window,
            spent: 0,
        };
        limit.count(booked.sum::<i64>() + state.spent_unbooked(since), at);
        Ok(Some(limit))
    }
}

impl AccountState {
    /// What was spent by itself since an instant and is not booked yet, and what holds will spend by themselves: that
    /// counts as if the limit had been there when they were opened.
    fn spent_unbooked(&self, since: Timestamp) -> i64 {
        let txns = self.writes.txns.iter();
        let captures = txns.filter(|txn| txn.kind == TxnKind::Capture && txn.booked_at >= since);
        let holds = self.holds.iter().filter(|hold| hold.is_open());
        let holds = holds.filter(|hold| hold.on_expiry == OnExpiry::Capture);
        captures.map(|txn| -txn.amount).sum::<i64>()
            + holds.map(super::hold::Hold::remaining).sum::<i64>()
    }
}
