//! Reads wallets without a lock, and writes settings of locked ones.

use foundation::database::{Failed, many, portions};
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use super::accounts::{Row, read_debts};
use crate::credits::account::{Account, WalletOf};

/// Reads one wallet without locking it.
const READ: &str = "\
    SELECT id, book_id, owner_kind, owner_id, posted, held, overdraft_limit, debt_account_id, seq, txn_count, \
        event_count, version, last_booked_at, next_due_at, open_lots, open_holds, status, frozen_at, spend_cap, spend_period, spent_period, \
        spent_in_period, (SELECT b.heard FROM book b WHERE b.id = account.book_id) AS heard, \
        (SELECT b.low_at FROM book b WHERE b.id = account.book_id) AS low_at, \
        (SELECT b.restored_days FROM book b WHERE b.id = account.book_id) AS restored_days, \
        (SELECT b.debt_repaid_by FROM book b WHERE b.id = account.book_id) AS debt_repaid_by \
    FROM account WHERE book_id = $1 AND kind = 'wallet' AND owner_kind = $2 AND owner_id = $3";

const SET_LIMIT: &str =
    "UPDATE account SET overdraft_limit = $2, version = version + 1 WHERE id = $1";

/// Finds the scales of wallets with at least one transaction.
const SCALES: (&str, &str) = (
    "WITH asked (id) AS (VALUES ",
    ") SELECT DISTINCT b.scale FROM asked CROSS JOIN account a CROSS JOIN book b \
     WHERE a.id = asked.id AND b.id = a.book_id AND a.txn_count > 0",
);

/// Reads a wallet without a lock. In a snapshot, its lots and holds are consistent with it.
pub(in crate::credits) async fn read(
    db: &mut Connection<'_>,
    of: &WalletOf,
) -> Result<Option<Account>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(READ)
        .bind(of.book_id)
        .bind(of.owner.kind())
        .bind(of.owner.id())
        .fetch_optional(c)
        .await)
    .failed("reading an account")?;
    let mut accounts: Vec<Account> = row.map(Account::from).into_iter().collect();
    read_debts(db, &mut accounts).await?;
    Ok(accounts.pop())
}

/// Sets the overdraft limit of a locked wallet.
pub(in crate::credits) async fn set_limit(
    db: &mut Connection<'_>,
    account_id: i64,
    limit: i64,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_LIMIT)
        .bind(account_id)
        .bind(limit)
        .execute(c)
        .await
        .map(drop))
    .failed("setting how much may be owed")
}

/// Returns the display scales of these wallets' books, for wallets with at least one transaction.
pub(in crate::credits) async fn scales(
    db: &mut Connection<'_>,
    wallets: &[i64],
) -> Result<Vec<i16>, Failure> {
    let mut scales = Vec::new();
    for wallets in portions(wallets) {
        let text = many(db, SCALES.0, (1, wallets.len()), SCALES.1);
        let found: Vec<i16> = on_engine!(db, |c| {
            let mut query = sqlx::query_scalar(AssertSqlSafe(text));
            for wallet in wallets {
                query = query.bind(wallet);
            }
            query.fetch_all(c).await
        })
        .failed("reading how credits are shown")?;
        scales.extend(found);
    }
    Ok(scales)
}
