//! Facts about an owner's subscriptions that decide whether a plan is sold, and whether it begins with a trial.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use crate::credits::WalletKey;

const OPEN_PLAN: &str = "\
    SELECT id FROM checkout WHERE book_id = $1 AND owner_kind = $2 AND owner_id = $3 AND kind = 'plan' \
        AND state IN ('new', 'open', 'processing')";

const LIVE: &str = "\
    SELECT id FROM subscription WHERE owner_kind = $2 AND owner_id = $3 AND book_id = $1 AND family = $4 \
        AND status NOT IN ('canceled', 'incomplete_expired') ORDER BY created_at, id LIMIT 1";

const HAS_SUBSCRIBED: &str =
    "SELECT COUNT(*) FROM subscription WHERE owner_kind = $2 AND owner_id = $3 AND book_id = $1";

/// Finds the checkout of a plan that an owner has begun and not finished.
pub(in crate::billing::checkouts) async fn find_open_plan(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(OPEN_PLAN)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .fetch_optional(c)
        .await)
    .failed("looking for an open checkout of a plan")
}

/// Finds a live subscription of a family that an owner has.
pub(in crate::billing::checkouts) async fn find_live_subscription(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    family: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LIVE)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(family)
        .fetch_optional(c)
        .await)
    .failed("looking for a subscription of a buyer")
}

/// Returns true if an owner has, or had, any subscription in the book.
pub(in crate::billing::checkouts) async fn has_subscribed(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(HAS_SUBSCRIBED)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .fetch_one(c)
        .await)
    .failed("looking for earlier subscriptions of a buyer")?;
    Ok(count > 0)
}
