//! Pages of attempts, with their payments.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::attempts::{Row, columns};
use crate::billing::topups::attempt::Attempt;
use crate::credits::WalletKey;

const LIST: &str = concat!(
    "SELECT ",
    columns!(),
    ", p.id AS payment_id FROM topup_attempt t \
     LEFT JOIN payment p ON p.connection_id = t.connection_id AND p.source = 'topup' AND p.source_id = t.id \
     WHERE t.book_id = $1 AND t.owner_kind = $2 AND t.owner_id = $3 AND (t.created_at, t.id) < ($4, $5) \
     ORDER BY t.created_at DESC, t.id DESC LIMIT $6"
);

const RECENT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM topup_attempt t WHERE t.book_id = $1 AND t.owner_kind = $2 AND t.owner_id = $3 ORDER BY t.n DESC LIMIT $4"
);

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[LIST, RECENT];

#[derive(sqlx::FromRow)]
struct ListedRow {
    #[sqlx(flatten)]
    attempt: Row,
    payment_id: Option<String>,
}

/// An attempt with its payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::topups) struct ListedAttempt {
    /// The attempt.
    pub(in crate::billing::topups) attempt: Attempt,
    /// The id of its payment, if there is one.
    pub(in crate::billing::topups) payment_id: Option<String>,
}

/// The attempts before a position.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::topups) struct AttemptPosition<'a> {
    /// The time of creation.
    pub(in crate::billing::topups) at: Timestamp,
    /// The id.
    pub(in crate::billing::topups) id: &'a str,
}

/// Reads some attempts of an owner, newest first.
pub(in crate::billing::topups) async fn list(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    before: AttemptPosition<'_>,
    limit: i64,
) -> Result<Vec<ListedAttempt>, Failure> {
    let rows: Vec<ListedRow> = on_engine!(db, |c| sqlx::query_as(LIST)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(before.at.micros())
        .bind(before.id)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing top-ups")?;
    let listed = |row: ListedRow| {
        Ok(ListedAttempt {
            attempt: Attempt::try_from(row.attempt)?,
            payment_id: row.payment_id,
        })
    };
    rows.into_iter().map(listed).collect()
}

/// Reads the last attempts of an owner, newest first.
pub(in crate::billing::topups) async fn list_recent(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    limit: i64,
) -> Result<Vec<Attempt>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(RECENT)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading the last top-ups")?;
    rows.into_iter().map(Attempt::try_from).collect()
}
