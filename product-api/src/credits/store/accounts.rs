//! Wallets and debts in the database; whoever changes one has locked its row first.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::credits::account::{Account, Debt, Owner};

/// Locks a wallet by writing what stands there: PostgreSQL then makes every other writer wait, and gives the row as
/// it is after the wait; SQLite has one writer anyway.
const LOCK: &str = "\
    UPDATE account SET seq = seq + 0 \
    WHERE book_id = $1 AND kind = 'wallet' AND owner_kind = $2 AND owner_id = $3 \
    RETURNING id, book_id, posted, held, overdraft_limit, debt_account_id, seq, txn_count, event_count, \
        last_booked_at, next_due_at, status";

const INSERT: &str = "\
    INSERT INTO account (id, book_id, kind, owner_kind, owner_id, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";

/// Debts are behind their wallet's lock, so that reading one is enough.
const DEBT: &str = "SELECT posted, seq FROM account WHERE id = $1";

const UPDATE: &str = "\
    UPDATE account SET posted = $2, held = $3, debt_account_id = $4, seq = $5, txn_count = $6, event_count = $7, \
        last_booked_at = $8, next_due_at = $9 \
    WHERE id = $1 AND seq = $10 AND txn_count = $11";

const UPDATE_DEBT: &str =
    "UPDATE account SET posted = $2, seq = $3 WHERE id = $1 AND seq = $4 AND kind = 'debt'";

const DUE: &str = "\
    SELECT id, book_id, owner_kind, owner_id FROM account \
    WHERE next_due_at <= $1 AND id > $2 ORDER BY id LIMIT $3";

const CLOSE: &str = "UPDATE account SET status = $2 WHERE id = $1";

const RAISE_LIMIT: &str =
    "UPDATE account SET overdraft_limit = $2 WHERE id = $1 AND overdraft_limit < $2";

/// The status of an account that operations use; any other is closed to them.
const OPEN: i16 = 0;

const PROJECT_CUSTOMER: &str = "UPDATE customers SET credits = $2 WHERE id = $1";
const PROJECT_USER: &str = "UPDATE users SET credits = $2 WHERE id = $1";

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    book_id: i64,
    posted: i64,
    held: i64,
    overdraft_limit: i64,
    debt_account_id: Option<i64>,
    seq: i64,
    txn_count: i64,
    event_count: i64,
    last_booked_at: i64,
    next_due_at: Option<i64>,
    status: i16,
}

impl Row {
    fn into_account(self, debt: Debt) -> Account {
        Account {
            id: self.id,
            book_id: self.book_id,
            posted: self.posted,
            held: self.held,
            overdraft_limit: self.overdraft_limit,
            debt,
            seq: self.seq,
            txn_count: self.txn_count,
            event_count: self.event_count,
            last_booked_at: Timestamp::from_micros(self.last_booked_at),
            next_due_at: self.next_due_at.map(Timestamp::from_micros),
            is_closed: self.status != OPEN,
        }
    }
}

async fn with_debt(db: &mut Connection<'_>, row: Row) -> Result<Account, Failure> {
    let Some(id) = row.debt_account_id else {
        return Ok(row.into_account(Debt::default()));
    };
    let (posted, seq): (i64, i64) =
        on_engine!(db, |c| sqlx::query_as(DEBT).bind(id).fetch_one(c).await)
            .failed("reading a debt")?;
    Ok(row.into_account(Debt {
        account_id: Some(id),
        posted,
        seq,
    }))
}

/// Locks an owner's wallet for the rest of the transaction; `None` when there is none to lock.
pub(in crate::credits) async fn lock(
    db: &mut Connection<'_>,
    book_id: i64,
    owner: &Owner,
) -> Result<Option<Account>, Failure> {
    let row = on_engine!(db, |c| sqlx::query_as::<_, Row>(LOCK)
        .bind(book_id)
        .bind(owner.kind())
        .bind(owner.id())
        .fetch_optional(c)
        .await)
    .failed("locking an account")?;
    match row {
        Some(row) => with_debt(db, row).await.map(Some),
        None => Ok(None),
    }
}

/// A row about to be made: its key, its book, and `wallet` or `debt`.
#[derive(Clone, Copy, Debug)]
pub(in crate::credits) struct NewAccount {
    pub(in crate::credits) id: i64,
    pub(in crate::credits) book_id: i64,
    pub(in crate::credits) kind: &'static str,
}

/// Makes an owner's account, unless somebody else just did.
pub(in crate::credits) async fn insert(
    db: &mut Connection<'_>,
    account: NewAccount,
    owner: &Owner,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(account.id)
        .bind(account.book_id)
        .bind(account.kind)
        .bind(owner.kind())
        .bind(owner.id())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("opening an account")
}

/// Writes a wallet as it is after, if it still is as it was read.
pub(in crate::credits) async fn update(
    db: &mut Connection<'_>,
    read: &Account,
    account: &Account,
) -> Result<(), Failure> {
    let written = on_engine!(db, |c| sqlx::query(UPDATE)
        .bind(account.id)
        .bind(account.posted)
        .bind(account.held)
        .bind(account.debt.account_id)
        .bind(account.seq)
        .bind(account.txn_count)
        .bind(account.event_count)
        .bind(account.last_booked_at.micros())
        .bind(account.next_due_at.map(Timestamp::micros))
        .bind(read.seq)
        .bind(read.txn_count)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("writing an account")?;
    untouched(written)
}

/// Writes what is owed, if it still is as it was read.
pub(in crate::credits) async fn update_debt(
    db: &mut Connection<'_>,
    account_id: i64,
    read: &Debt,
    debt: &Debt,
) -> Result<(), Failure> {
    let written = on_engine!(db, |c| sqlx::query(UPDATE_DEBT)
        .bind(account_id)
        .bind(debt.posted)
        .bind(debt.seq)
        .bind(read.seq)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("writing a debt")?;
    untouched(written)
}

fn untouched(written: u64) -> Result<(), Failure> {
    if written == 1 {
        Ok(())
    } else {
        Err(Failure::defect("an account changed under its lock"))
    }
}

/// An account on which something is due.
#[derive(Clone, Debug)]
pub(in crate::credits) struct DueAccount {
    pub(in crate::credits) id: i64,
    pub(in crate::credits) book_id: i64,
    pub(in crate::credits) owner: Owner,
}

/// Accounts on which something is due, in the order of their keys, beginning after one.
pub(in crate::credits) async fn due(
    db: &mut Connection<'_>,
    now: Timestamp,
    after: i64,
    limit: i64,
) -> Result<Vec<DueAccount>, Failure> {
    let rows: Vec<(i64, i64, String, String)> = on_engine!(db, |c| sqlx::query_as(DUE)
        .bind(now.micros())
        .bind(after)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding what is due")?;
    let of_row = |(id, book_id, kind, owner_id): (i64, i64, String, String)| DueAccount {
        id,
        book_id,
        owner: match kind.as_str() {
            "user" => Owner::User(owner_id),
            _ => Owner::Customer(owner_id),
        },
    };
    Ok(rows.into_iter().map(of_row).collect())
}

/// Writes the balance that others read without asking the ledger (invariant 11).
pub(in crate::credits) async fn project(
    db: &mut Connection<'_>,
    owner: &Owner,
    credits: i64,
) -> Result<(), Failure> {
    let statement = match owner {
        Owner::Customer(_) => PROJECT_CUSTOMER,
        Owner::User(_) => PROJECT_USER,
    };
    let written = on_engine!(db, |c| sqlx::query(statement)
        .bind(owner.id())
        .bind(credits)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("writing the balance of an owner")?;
    if written == 1 {
        Ok(())
    } else {
        Err(Failure::defect("an account has an owner who is not there"))
    }
}

/// Closes a wallet, which is locked, to all operations, or opens it again.
pub(in crate::credits) async fn close(
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

/// Raises how much may be owed on a wallet, which is locked, to what came to it.
pub(in crate::credits) async fn raise_limit(
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
    .failed("raising how much may be owed")
}
