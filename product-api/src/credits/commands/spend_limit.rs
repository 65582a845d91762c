//! Sets the spend limit of a customer, per day or per month.

use std::collections::BTreeSet;

use foundation::{Connection, Failure, Timestamp};
use serde_json::{Value, json};

use crate::app::App;
use crate::audit::Action;
use crate::credits::execution::load::load_whole;
use crate::credits::execution::open_book::open_book;
use crate::credits::execution::refusal;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::book::BookKey;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::spend_limit::{LimitPeriod, SpendLimit};
use crate::credits::ledger::state::AccountState;
use crate::credits::ledger::txn_kind::TxnKind;
use crate::credits::queries::balance_at::{BalanceAt, customer_balance_at};
use crate::credits::store::rows::OwnedWallet;
use crate::credits::store::spend_limits::Tally;
use crate::credits::store::statements::OwnerFilter;
use crate::credits::store::{spend_limits, statements};
use crate::customers;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// A number of credits per day or per month.
pub(crate) type PeriodCap = (i64, LimitPeriod);

/// Sets or removes the limit, and returns the balance. Credits spent earlier in the day or the month count, even before there
/// was a limit. They may exceed it: spends are then refused until the next period.
pub(crate) async fn limit_spending(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
    cap: Option<PeriodCap>,
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
    let whose = OwnerFilter::Customer(&customer.id, &access.website_id, access.mode);
    let earlier = EarlierSpends::at(app, whose, cap).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let mut state = load_whole(app, &mut db, &wallet).await?;
    let account = &state.account;
    let found = statements::wallets(&mut db, whose).await?;
    if account.is_closed || earlier.lacks(&found, account.id) {
        // The customer was merged since the first read, or another into it: a retry of the request finds all wallets.
        return Err(
            Failure::busy("setting a limit", "its customer was merged with another").into(),
        );
    }
    if account.is_frozen {
        return Err(refusal::frozen());
    }
    customers::lock_customer(&mut db, &customer.id).await?;
    let (id, before) = (account.id, account.spend_limit);
    if cap_of(before) != cap {
        let limit = earlier.limit(app, &mut db, &mut state, cap).await?;
        spend_limits::set(&mut db, id, limit).await?;
        let (from, to) = (cap_as_json(cap_of(before)), cap_as_json(cap));
        let details = json!({"mode": access.mode.word(), "from": from, "to": to});
        access
            .record(
                app,
                &mut db,
                Action::SpendLimitSet.on(&customer.id, details),
            )
            .await?;
    }
    transaction.commit().await?;
    customer_balance_at(app, access, &customer.id, None).await
}

fn cap_of(limit: Option<SpendLimit>) -> Option<PeriodCap> {
    limit.map(|limit| (limit.cap, limit.period))
}

fn cap_as_json(cap: Option<PeriodCap>) -> Value {
    cap.map_or(
        Value::Null,
        |(cap, period)| json!({"cap": cap, "period": period.name()}),
    )
}

/// Credits spent since a time, read before the wallet is locked. Under the lock only newer spends are added, so that a long
/// history does not delay others.
pub(crate) struct EarlierSpends {
    /// The customer's wallet, and those merged into it.
    wallets: Vec<OwnedWallet>,
    since: Timestamp,
    tallies: Vec<Tally>,
}

impl EarlierSpends {
    pub(crate) async fn at(
        app: &App,
        whose: OwnerFilter<'_>,
        cap: Option<PeriodCap>,
    ) -> Result<Self, Failure> {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        let wallets = statements::wallets(&mut db, whose).await?;
        let now = app.clock.now();
        let since = cap.map_or(now, |(_, period)| {
            period.beginning_of(period.window_of(now))
        });
        let mut earlier = Self::nothing(wallets, since);
        if cap.is_some() {
            earlier.add(&mut db).await?;
        }
        Ok(earlier)
    }

    fn nothing(wallets: Vec<OwnedWallet>, since: Timestamp) -> Self {
        let tally = |wallet: &OwnedWallet| Tally::since(wallet.account_id, since);
        Self {
            tallies: wallets.iter().map(tally).collect(),
            wallets,
            since,
        }
    }

    /// Returns true if a wallet was not read before. The customer's own does not count, because it may be new.
    fn lacks(&self, found: &[OwnedWallet], own: i64) -> bool {
        let known: BTreeSet<i64> = self.wallets.iter().map(|one| one.account_id).collect();
        found
            .iter()
            .any(|one| one.account_id != own && !known.contains(&one.account_id))
    }

    async fn add(&mut self, db: &mut Connection<'_>) -> Result<(), Failure> {
        for tally in &mut self.tallies {
            tally.add(db).await?;
        }
        Ok(())
    }

    /// Returns the new limit of the locked wallet. A limit of the same period keeps its count.
    pub(crate) async fn limit(
        mut self,
        app: &App,
        db: &mut Connection<'_>,
        state: &mut AccountState,
        cap: Option<PeriodCap>,
    ) -> Result<Option<SpendLimit>, Failure> {
        let Some((cap, period)) = cap else {
            return Ok(None);
        };
        let account = &state.account;
        let before = account.spend_limit;
        if let Some(before) = before.filter(|before| before.period == period) {
            return Ok(Some(SpendLimit { cap, ..before }));
        }
        let at = app.clock.now().max(account.last_booked_at);
        let window = period.window_of(at);
        let since = period.beginning_of(window);
        if since != self.since {
            self = Self::nothing(self.wallets, since);
        }
        let own = account.id;
        // Another transaction created the wallet between the read and the lock, and may have spent from it.
        if !self.tallies.iter().any(|tally| tally.is_of(own)) {
            self.tallies.push(Tally::since(own, since));
        }
        self.add(db).await?;
        state.settle(at, &app.ledger.keys);
        let unbooked = state.spent_unbooked(since);
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
    /// Adds up unbooked captures by expiry, and open holds that will capture at their expiry. They count as if the limit had
    /// existed when the holds were opened.
    fn spent_unbooked(&self, since: Timestamp) -> i64 {
        let txns = self.writes.txns.iter();
        let captures = txns.filter(|txn| txn.kind == TxnKind::Capture && txn.booked_at >= since);
        let holds = self.holds.iter().filter(|hold| hold.is_open());
        let holds = holds.filter(|hold| hold.on_expiry == OnExpiry::Capture);
        captures.map(|txn| -txn.amount).sum::<i64>()
            + holds
                .map(crate::credits::ledger::hold::Hold::remaining)
                .sum::<i64>()
    }
}
