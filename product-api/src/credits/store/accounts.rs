//! Tables of wallets and debts. A writer must have locked the wallet's row before it changes a wallet or its debt.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::book_terms::TermsRow;
use super::spend_limits::LimitRow;
use crate::credits::ledger::account::{
    Account, Debt, EventSubscription, NotificationSettings, OpenCounts, Owner, WalletKey,
};

/// Locks wallets with an update that changes nothing, and creates missing ones. PostgreSQL then blocks other writers, and
/// returns each row as it is after the wait; SQLite has one writer anyway. The statement is an INSERT, because PostgreSQL
/// inserts rows in the given order, but locks the rows of an UPDATE in the order of its query plan.
const LOCK: &str = " ON CONFLICT (book_id, kind, owner_kind, owner_id) DO UPDATE SET seq = account.seq + 0 \
     RETURNING id, book_id, owner_kind, owner_id, posted, held, overdraft_limit, debt_account_id, seq, txn_count, \
        event_count, version, last_booked_at, next_due_at, open_lots, open_holds, status, frozen_at, spend_cap, spend_period, spent_period, \
        spent_in_period, topup_at, (SELECT b.heard FROM book b WHERE b.id = account.book_id) AS subscription, \
        (SELECT b.low_at FROM book b WHERE b.id = account.book_id) AS low_at, \
        (SELECT b.restored_days FROM book b WHERE b.id = account.book_id) AS restored_days, \
        (SELECT b.debt_repaid_by FROM book b WHERE b.id = account.book_id) AS debt_repaid_by";

const INSERT: &str = "INSERT INTO account (id, book_id, kind, owner_kind, owner_id, created_at)";
const UNLESS_THERE: &str = " ON CONFLICT DO NOTHING";

/// The lock of a wallet protects its debt, so that reading the debt is enough.
const DEBTS: (&str, &str) = (
    "WITH requested (debt) AS (VALUES ",
    ") SELECT id, posted, seq FROM requested JOIN account ON account.id = requested.debt",
);

const UPDATE: (&str, &str) = (
    "WITH change (wallet, posted, held, debt, seq, txn_count, event_count, booked, due, period, spent, lots, holds, read_seq, read_txn_count) AS (VALUES ",
    ") UPDATE account SET posted = change.posted, held = change.held, debt_account_id = change.debt, seq = change.seq, \
        txn_count = change.txn_count, event_count = change.event_count, last_booked_at = change.booked, \
        next_due_at = change.due, spent_period = change.period, spent_in_period = change.spent, \
        open_lots = change.lots, open_holds = change.holds, version = account.version + 1 \
     FROM change WHERE account.id = change.wallet AND account.seq = change.read_seq \
        AND account.txn_count = change.read_txn_count",
);

const UPDATE_DEBTS: (&str, &str) = (
    "WITH change (debt, posted, seq, read_seq) AS (VALUES ",
    ") UPDATE account SET posted = change.posted, seq = change.seq \
     FROM change WHERE account.id = change.debt AND account.seq = change.read_seq AND account.kind = 'debt'",
);

const CLOSE: &str = "UPDATE account SET status = $2, version = version + 1 WHERE id = $1";

// The caller saves the wallet in addition, which increments `version`.
const RAISE_LIMIT: &str =
    "UPDATE account SET overdraft_limit = $2 WHERE id = $1 AND overdraft_limit < $2";

/// Status of an account that operations may use; other accounts are closed to them.
const OPEN: i16 = 0;

const PROJECT_CUSTOMERS: (&str, &str) = (
    "WITH change (owner, credits) AS (VALUES ",
    ") UPDATE customers SET credits = change.credits FROM change WHERE customers.id = change.owner",
);
const PROJECT_USERS: (&str, &str) = (
    "WITH change (owner, credits) AS (VALUES ",
    ") UPDATE users SET credits = change.credits FROM change WHERE users.id = change.owner",
);

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: i64,
    book_id: i64,
    owner_kind: String,
    owner_id: String,
    posted: i64,
    held: i64,
    overdraft_limit: i64,
    debt_account_id: Option<i64>,
    seq: i64,
    txn_count: i64,
    event_count: i64,
    version: i64,
    last_booked_at: i64,
    next_due_at: Option<i64>,
    open_lots: i64,
    open_holds: i64,
    status: i16,
    frozen_at: Option<i64>,
    #[sqlx(flatten)]
    limit: LimitRow,
    subscription: Option<i16>,
    low_at: Option<i64>,
    topup_at: Option<i64>,
    #[sqlx(flatten)]
    terms: TermsRow,
}

impl From<Row> for Account {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            of: WalletKey {
                book_id: row.book_id,
                owner: Owner::from_row(&row.owner_kind, row.owner_id),
            },
            posted: row.posted,
            held: row.held,
            overdraft_limit: row.overdraft_limit,
            spend_limit: row.limit.read(),
            debt: Debt {
                account_id: row.debt_account_id,
                ..Debt::default()
            },
            seq: row.seq,
            txn_count: row.txn_count,
            event_count: row.event_count,
            version: row.version,
            last_booked_at: Timestamp::from_micros(row.last_booked_at),
            next_due_at: row.next_due_at.map(Timestamp::from_micros),
            is_closed: row.status != OPEN,
            is_frozen: row.frozen_at.is_some(),
            notices: NotificationSettings {
                subscription: EventSubscription::from_row(row.subscription),
                low_at: row.low_at,
                topup_at: row.topup_at,
            },
            terms: row.terms.read(),
            open: OpenCounts {
                lots: row.open_lots,
                holds: row.open_holds,
            },
        }
    }
}

/// Text of a statement before and after its rows.
pub(super) type BulkStatement = (&'static str, &'static str);

/// Locks wallets until the transaction ends, in the given order, which all transactions share. Creates missing wallets.
pub(crate) async fn lock(
    db: &mut Connection<'_>,
    wallets: &[NewAccount<'_>],
    now: Timestamp,
) -> Result<Vec<Account>, Failure> {
    let mut accounts: Vec<Account> = Vec::with_capacity(wallets.len());
    for portion in padded(wallets, 6) {
        let text = portion.insert(db, INSERT, LOCK);
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (wallet, there) in portion.rows() {
                query = query
                    .bind(there.some(wallet.id))
                    .bind(wallet.of.book_id)
                    .bind(wallet.kind)
                    .bind(wallet.of.owner.kind())
                    .bind(wallet.of.owner.id())
                    .bind(now.micros());
            }
            query.fetch_all(c).await
        })
        .failed("locking accounts")?;
        accounts.extend(rows.into_iter().map(Account::from));
    }
    read_debts(db, &mut accounts).await?;
    Ok(accounts)
}

pub(super) async fn read_debts(
    db: &mut Connection<'_>,
    accounts: &mut [Account],
) -> Result<(), Failure> {
    let ids: Vec<i64> = accounts
        .iter()
        .filter_map(|account| account.debt.account_id)
        .collect();
    for portion in padded(&ids, 1) {
        let text = portion.text(db, DEBTS);
        let rows: Vec<(i64, i64, i64)> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading debts")?;
        for account in accounts.iter_mut() {
            let of_account = rows
                .iter()
                .find(|(id, _, _)| account.debt.account_id == Some(*id));
            if let Some((_, posted, seq)) = of_account {
                account.debt.posted = *posted;
                account.debt.seq = *seq;
            }
        }
    }
    Ok(())
}

/// A row to be inserted: its key, its owner, and `wallet` or `debt`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewAccount<'a> {
    pub(crate) id: i64,
    pub(crate) of: &'a WalletKey,
    pub(crate) kind: &'static str,
}

/// Creates owners' accounts, unless another transaction has just created them.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    accounts: &[NewAccount<'_>],
    now: Timestamp,
) -> Result<(), Failure> {
    for portion in padded(accounts, 6) {
        let text = portion.insert(db, INSERT, UNLESS_THERE);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (account, there) in portion.rows() {
                query = query
                    .bind(there.some(account.id))
                    .bind(account.of.book_id)
                    .bind(account.kind)
                    .bind(account.of.owner.kind())
                    .bind(account.of.owner.id())
                    .bind(now.micros());
            }
            query.execute(c).await.map(drop)
        })
        .failed("opening accounts")?;
    }
    Ok(())
}

/// Writes wallets if their rows are unchanged since they were read. Each item is the wallet before and after.
pub(crate) async fn update(
    db: &mut Connection<'_>,
    changes: &[(&Account, &Account)],
) -> Result<(), Failure> {
    let mut written = 0;
    for portion in padded(changes, 15) {
        let text = portion.text(db, UPDATE);
        written += on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((read, account), there) in portion.rows() {
                query = query
                    .bind(there.some(account.id))
                    .bind(account.posted)
                    .bind(account.held)
                    .bind(account.debt.account_id)
                    .bind(account.seq)
                    .bind(account.txn_count)
                    .bind(account.event_count)
                    .bind(account.last_booked_at.micros())
                    .bind(account.next_due_at.map(Timestamp::micros))
                    .bind(account.spend_limit.map_or(0, |limit| limit.window))
                    .bind(account.spend_limit.map_or(0, |limit| limit.spent))
                    .bind(account.open.lots)
                    .bind(account.open.holds)
                    .bind(read.seq)
                    .bind(read.txn_count);
            }
            query.execute(c).await.map(|done| done.rows_affected())
        })
        .failed("storing accounts")?;
    }
    all_written(written, changes.len(), "an account changed under its lock")
}

/// Writes debts if their rows are unchanged since they were read. Each item is an account with the debt before and after.
pub(crate) async fn update_debts(
    db: &mut Connection<'_>,
    changes: &[(i64, Debt, Debt)],
) -> Result<(), Failure> {
    let mut written = 0;
    for portion in padded(changes, 4) {
        let text = portion.text(db, UPDATE_DEBTS);
        written += on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((account_id, read, debt), there) in portion.rows() {
                query = query
                    .bind(there.some(*account_id))
                    .bind(debt.posted)
                    .bind(debt.seq)
                    .bind(read.seq);
            }
            query.execute(c).await.map(|done| done.rows_affected())
        })
        .failed("storing debts")?;
    }
    all_written(written, changes.len(), "an account changed under its lock")
}

fn all_written(written: u64, meant: usize, otherwise: &str) -> Result<(), Failure> {
    if usize::try_from(written) == Ok(meant) {
        Ok(())
    } else {
        Err(Failure::defect(otherwise))
    }
}

/// Writes the balances of customers and users that other modules read (invariant 11).
pub(crate) async fn project(db: &mut Connection<'_>, accounts: &[&Account]) -> Result<(), Failure> {
    let is_customers = |account: &&&Account| matches!(account.of.owner, Owner::Customer(_));
    let (customers, users): (Vec<&Account>, Vec<&Account>) =
        accounts.iter().partition(is_customers);
    project_to(db, PROJECT_CUSTOMERS, &customers).await?;
    project_to(db, PROJECT_USERS, &users).await
}

async fn project_to(
    db: &mut Connection<'_>,
    statement: BulkStatement,
    accounts: &[&Account],
) -> Result<(), Failure> {
    let mut written = 0;
    for portion in padded(accounts, 2) {
        let text = portion.text(db, statement);
        written += on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (account, there) in portion.rows() {
                let owner = there.some(account.of.owner.id());
                query = query.bind(owner).bind(account.credits());
            }
            query.execute(c).await.map(|done| done.rows_affected())
        })
        .failed("storing the balances of owners")?;
    }
    all_written(
        written,
        accounts.len(),
        "an account has an owner who is not there",
    )
}

/// Closes a locked wallet to all operations, or reopens it.
pub(crate) async fn close(
    db: &mut Connection<'_>,
    account_id: i64,
    is_closed: bool,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(CLOSE)
        .bind(account_id)
        .bind(i16::from(is_closed))
        .execute(c)
        .await
        .map(drop))
    .failed("closing an account")
}

/// Raises the overdraft limit of a locked wallet to the debt that was transferred to it.
pub(crate) async fn raise_limit(
    db: &mut Connection<'_>,
    account_id: i64,
    limit: i64,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(RAISE_LIMIT)
        .bind(account_id)
        .bind(limit)
        .execute(c)
        .await
        .map(drop))
    .failed("raising an overdraft limit")
}
