//! Lots that will expire: whose they are, and which were told of.

use std::time::Duration;

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::accounts::DueAccount;
use crate::credits::account::{Owner, WalletOf};

// A lot that was given later than so long before its end was never that long before it.
const WALLETS: &str = "\
    SELECT DISTINCT a.id, a.book_id, a.owner_kind, a.owner_id FROM lot l JOIN account a ON a.id = l.account_id \
    JOIN book b ON b.id = a.book_id \
    WHERE l.closed_at IS NULL AND l.expires_at IS NOT NULL AND l.warned < 2 AND l.expires_at > $1 \
        AND l.expires_at <= $1 + $3 AND b.heard > 0 AND a.frozen_at IS NULL AND a.status = 0 AND a.id > $4 \
        AND (l.expires_at <= $1 + $2 AND l.effective_at <= l.expires_at - $2 \
            OR l.expires_at > $1 + $2 AND l.warned < 1 AND l.effective_at <= l.expires_at - $3) \
    ORDER BY a.id LIMIT $5";

// Under the wallet's lock; of those that wait for the later stage, the earlier is over.
const MARK: &str = "\
    UPDATE lot SET warned = $4 WHERE account_id = $1 AND closed_at IS NULL AND expires_at > $2 AND expires_at <= $2 + $3 \
        AND effective_at <= expires_at - $3 AND warned < $4 RETURNING remaining, expires_at";

/// How long before its end a lot is told of, and its mark afterwards.
#[derive(Clone, Copy, Debug)]
pub(in crate::credits) struct Stage {
    pub(in crate::credits) now: Timestamp,
    pub(in crate::credits) before: Duration,
    pub(in crate::credits) mark: i16,
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

/// Wallets with lots to be told of where somebody listens, in the order of their keys, beginning after one: at an
/// instant, so long before the end, and so much longer.
pub(in crate::credits) async fn wallets(
    db: &mut Connection<'_>,
    (now, late, early): (Timestamp, Duration, Duration),
    after: i64,
    limit: i64,
) -> Result<Vec<DueAccount>, Failure> {
    let rows: Vec<(i64, i64, String, String)> = on_engine!(db, |c| sqlx::query_as(WALLETS)
        .bind(now.micros())
        .bind(micros(late))
        .bind(micros(early))
        .bind(after)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding what expires soon")?;
    let of_row = |(id, book_id, kind, owner_id): (i64, i64, String, String)| DueAccount {
        id,
        of: WalletOf {
            book_id,
            owner: Owner::of_row(&kind, owner_id),
        },
    };
    Ok(rows.into_iter().map(of_row).collect())
}

/// Marks the lots of a wallet, which is locked, that are to be told of: what is left of each, and when it expires.
pub(in crate::credits) async fn mark(
    db: &mut Connection<'_>,
    account_id: i64,
    stage: Stage,
) -> Result<Vec<(i64, i64)>, Failure> {
    on_engine!(db, |c| sqlx::query_as(MARK)
        .bind(account_id)
        .bind(stage.now.micros())
        .bind(micros(stage.before))
        .bind(stage.mark)
        .fetch_all(c)
        .await)
    .failed("marking what expires soon")
}
