//! Thresholds of automatic top-ups at wallets, and the wallets whose credits fell below them.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::credits::ledger::account::WalletKey;

const INSERT_DUE: &str = "INSERT INTO topup_due (account_id, created_at)";
const UNLESS_THERE: &str = " ON CONFLICT DO NOTHING";

const SET_THRESHOLD: &str = "\
    UPDATE account SET topup_at = $4, version = version + 1 \
    WHERE book_id = $1 AND kind = 'wallet' AND owner_kind = $2 AND owner_id = $3";

// The last attempt is the only one that can be open.
const STANDING: &str = "\
    SELECT r.state, t.action_url FROM topup_rule r LEFT JOIN topup_attempt t ON t.book_id = r.book_id AND t.owner_kind = r.owner_kind \
        AND t.owner_id = r.owner_id AND t.n = r.attempt_count AND t.state = 'action' \
    WHERE r.book_id = $1 AND r.owner_kind = $2 AND r.owner_id = $3 AND r.state <> 'off'";

/// Notes wallets whose credits fell below the threshold of a top-up.
pub(crate) async fn insert_due(
    db: &mut Connection<'_>,
    account_ids: &[i64],
    now: Timestamp,
) -> Result<(), Failure> {
    for portion in padded(account_ids, 2) {
        let text = portion.insert(db, INSERT_DUE, UNLESS_THERE);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (account_id, there) in portion.rows() {
                query = query.bind(there.some(*account_id)).bind(now.micros());
            }
            query.execute(c).await.map(drop)
        })
        .failed("recording top-ups that are due")?;
    }
    Ok(())
}

/// Sets the credits below which a wallet's owner tops up; none for an owner without a rule. Nothing happens while there is no wallet.
pub(crate) async fn set_topup_threshold(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    threshold: Option<i64>,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_THRESHOLD)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(threshold)
        .execute(c)
        .await
        .map(drop))
    .failed("setting the threshold of a top-up")
}

/// The state of an owner's top-up, for an owner who lacks credits.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct TopUpStanding {
    /// The state of the rule.
    pub(crate) state: String,
    /// The page on which the owner confirms the payment.
    #[sqlx(rename = "action_url")]
    pub(crate) payment_url: Option<String>,
}

/// Reads the state of an owner's top-up; none if it is off.
pub(crate) async fn find_topup_standing(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<Option<TopUpStanding>, Failure> {
    on_engine!(db, |c| sqlx::query_as(STANDING)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .fetch_optional(c)
        .await)
    .failed("reading the top-up of an owner")
}
