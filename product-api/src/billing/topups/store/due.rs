//! Wallets that fell below their threshold, rules whose owner has too few credits, and attempts whose next step is due.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::credits::{Owner, WalletKey};

const DUE_WALLETS: &str = "\
    SELECT a.book_id, a.owner_kind, a.owner_id FROM topup_due d CROSS JOIN account a WHERE a.id = d.account_id \
    ORDER BY d.account_id LIMIT $1";

const DELETE_DUE: &str = "\
    DELETE FROM topup_due WHERE account_id IN ( \
        SELECT id FROM account WHERE book_id = $1 AND kind = 'wallet' AND owner_kind = $2 AND owner_id = $3)";

// An owner without a wallet has no credits. The order lets no rule that stays below its threshold keep the others out.
// CROSS JOIN makes SQLite begin with the rules.
const BELOW: &str = "\
    SELECT r.book_id, r.owner_kind, r.owner_id FROM topup_rule r \
    LEFT JOIN account a ON a.book_id = r.book_id AND a.kind = 'wallet' AND a.owner_kind = r.owner_kind AND a.owner_id = r.owner_id \
    LEFT JOIN account d ON d.id = a.debt_account_id \
    WHERE r.state = 'active' AND (r.next_at IS NULL OR r.next_at <= $1) \
      AND COALESCE(a.posted - a.held, 0) - COALESCE(d.posted, 0) < r.threshold \
      AND NOT EXISTS ( \
        SELECT 1 FROM topup_attempt t WHERE t.book_id = r.book_id AND t.owner_kind = r.owner_kind AND t.owner_id = r.owner_id \
          AND t.n = r.attempt_count AND t.settled_at IS NULL) \
    ORDER BY r.updated_at LIMIT $2";

// The row may be one that cannot be read.
const PAUSE_RULE: &str = "\
    UPDATE topup_rule SET next_at = CASE WHEN next_at > $4 THEN next_at ELSE $4 END, updated_at = $5 \
    WHERE book_id = $1 AND owner_kind = $2 AND owner_id = $3 AND state = 'active'";

const DUE_ATTEMPTS: &str =
    "SELECT id FROM topup_attempt WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2";

const CLAIM: &str = "UPDATE topup_attempt SET next_at = $3 WHERE id = $1 AND next_at <= $2";

const POSTPONE: &str =
    "UPDATE topup_attempt SET next_at = $2 WHERE id = $1 AND next_at IS NOT NULL";

/// A wallet's book and owner.
#[derive(sqlx::FromRow)]
pub(super) struct WalletRow {
    book_id: i64,
    owner_kind: String,
    owner_id: String,
}

impl From<WalletRow> for WalletKey {
    fn from(row: WalletRow) -> Self {
        Self {
            book_id: row.book_id,
            owner: Owner::from_row(&row.owner_kind, row.owner_id),
        }
    }
}

/// Reads some wallets whose credits fell below their threshold.
pub(in crate::billing::topups) async fn list_due_wallets(
    db: &mut Connection<'_>,
    limit: i64,
) -> Result<Vec<WalletKey>, Failure> {
    let rows: Vec<WalletRow> = on_engine!(db, |c| sqlx::query_as(DUE_WALLETS)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding wallets below their threshold")?;
    Ok(rows.into_iter().map(WalletKey::from).collect())
}

/// Reads some owners with active rules who have fewer credits than the threshold, and no open attempt, longest unchanged first.
pub(in crate::billing::topups) async fn list_below(
    db: &mut Connection<'_>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<WalletKey>, Failure> {
    let rows: Vec<WalletRow> = on_engine!(db, |c| sqlx::query_as(BELOW)
        .bind(now.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding owners who need a top-up")?;
    Ok(rows.into_iter().map(WalletKey::from).collect())
}

/// Removes the note that a wallet fell below its threshold.
pub(in crate::billing::topups) async fn delete_due(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(DELETE_DUE)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .execute(c)
        .await
        .map(drop))
    .failed("removing the note of a top-up")
}

/// Sets the time before which an active rule begins no attempt; a later time stays.
pub(in crate::billing::topups) async fn pause_rule(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    until: Timestamp,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(PAUSE_RULE)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(until.micros())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("pausing a rule of top-ups")
}

/// Reads some attempts whose next step is due, longest due first.
pub(in crate::billing::topups) async fn list_due_attempts(
    db: &mut Connection<'_>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(DUE_ATTEMPTS)
        .bind(now.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding steps of top-ups")
}

/// Claims the due step of an attempt until a time; false if another server has it.
pub(in crate::billing::topups) async fn claim_step(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(CLAIM)
        .bind(id)
        .bind(now.micros())
        .bind(until.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("claiming a step of a top-up")
}

/// Sets the time from which a server may take the next step of an open attempt.
pub(in crate::billing::topups) async fn postpone(
    db: &mut Connection<'_>,
    id: &str,
    until: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(POSTPONE)
        .bind(id)
        .bind(until.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("postponing a top-up")
}
