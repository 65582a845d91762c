//! Setting how much a customer may spend in a day or in a month.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::account::{Owner, WalletOf};
use super::balance_at::{BalanceAt, of_customer_at};
use super::book::BookOf;
use super::hold::OnExpiry;
use super::ledger::AccountState;
use super::load::load_all_whole;
use super::open::shelf;
use super::posting::TxnKind;
use super::refusal;
use super::spend_limit::{LimitPeriod, SpendLimit};
use super::statement::Wallet;
use super::store::spend_limits::{self, Tally};
use super::store::statements::{self, Whose};
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
    let whose = Whose::Customer(&customer.id, &access.website_id, access.mode);
    let looked = Looked::at(app, whose, cap).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let (mut state, merged) = looked.lock(app, &mut db, &wallet).await?;
    let found = statements::wallets(&mut db, whose).await?;
    if state.account.is_closed || looked.misses(&found, state.account.id) {
        // The customer was merged meanwhile, or somebody into it: the same request again finds all there is.
        return Err(
            Failure::busy("setting a limit", "its customer was merged with another").into(),
        );
    }
    if state.account.is_frozen {
        return Err(refusal::frozen());
    }
    customers::hold(&mut db, &customer.id).await?;
    let before = state.account.spend_limit;
    if cap_of(before) != cap {
        let limit = looked
            .limit(app, &mut db, (&mut state, merged), cap)
            .await?;
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
pub(super) struct Looked {
    /// The customer's, and those that were merged into it.
    wallets: Vec<Wallet>,
    since: Timestamp,
    tallies: Vec<Tally>,
}

impl Looked {
    pub(super) async fn at(app: &App, whose: Whose<'_>, cap: Option<Cap>) -> Result<Self, Failure> {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        let wallets = statements::wallets(&mut db, whose).await?;
        let now = app.clock.now();
        let since = cap.map_or(now, |(_, period)| {
            period.beginning_of(period.window_of(now))
        });
        let mut looked = Self::nothing(wallets, since);
        if cap.is_some() {
            looked.add(&mut db).await?;
        }
        Ok(looked)
    }

    fn nothing(wallets: Vec<Wallet>, since: Timestamp) -> Self {
        let tally = |wallet: &Wallet| Tally::since(wallet.account_id, since);
        Self {
            tallies: wallets.iter().map(tally).collect(),
            wallets,
            since,
        }
    }

    /// Whether there is another wallet than those that were looked at, but for the customer's own, which may be new.
    fn misses(&self, found: &[Wallet], own: i64) -> bool {
        let known: BTreeSet<i64> = self.wallets.iter().map(|one| one.account_id).collect();
        found
            .iter()
            .any(|one| one.account_id != own && !known.contains(&one.account_id))
    }

    /// Locks the customer's wallet, which is made if there is none, and with it those that were merged into it: holds
    /// that were left there may yet spend.
    pub(super) async fn lock(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        own: &WalletOf,
    ) -> Result<(AccountState, Vec<AccountState>), Failure> {
        let customers = self
            .wallets
            .iter()
            .filter_map(|one| one.customer_id.clone());
        let all = customers.map(|id| WalletOf {
            book_id: own.book_id,
            owner: Owner::Customer(id),
        });
        let all: BTreeSet<WalletOf> = all.chain([own.clone()]).collect();
        let all: Vec<WalletOf> = all.into_iter().collect();
        let mut accounts = load_all_whole(app, db, &all).await?;
        let state = accounts.remove(own);
        let state = state.ok_or_else(|| Failure::defect("a wallet was loaded and is not there"))?;
        Ok((state, accounts.into_values().collect()))
    }

    async fn add(&mut self, db: &mut Connection<'_>) -> Result<(), Failure> {
        for tally in &mut self.tallies {
            tally.add(db).await?;
        }
        Ok(())
    }

    /// The limit of the wallet, which is locked, from now on. One of the same period goes on counting where it was.
    pub(super) async fn limit(
        mut self,
        app: &App,
        db: &mut Connection<'_>,
        (state, mut merged): (&mut AccountState, Vec<AccountState>),
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
        let own = state.account.id;
        // Made between the look and the lock, by somebody who has spent from it already.
        if !self.tallies.iter().any(|tally| tally.is_of(own)) {
            self.tallies.push(Tally::since(own, since));
        }
        self.add(db).await?;
        let mut unbooked = 0;
        for state in merged.iter_mut().chain([state]) {
            state.settle(at.max(state.account.last_booked_at), &app.ledger.keys);
            unbooked += state.spent_unbooked(since);
        }
        let booked = self.tallies.iter().map(|tally| tally.spent);
        let mut limit = SpendLimit {
            cap,
            period,
            window,
            spent: 0,
        };
        limit.count(booked.fold(unbooked, i64::saturating_add), at);
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
