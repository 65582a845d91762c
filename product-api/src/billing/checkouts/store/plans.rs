//! Facts about an owner's subscriptions that decide whether a plan is sold, and whether it begins with a trial.

use std::time::Duration;

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::credits::WalletKey;

const OPEN_PLAN: &str = "\
    SELECT id FROM checkout WHERE book_id = $1 AND owner_kind = $2 AND owner_id = $3 AND kind = 'plan' \
        AND state IN ('new', 'open', 'processing')";

const OPEN_SETUP: &str = "\
    SELECT id FROM checkout WHERE book_id = $1 AND owner_kind = $2 AND owner_id = $3 AND kind = 'setup' \
        AND connection_id = $4 AND state IN ('new', 'open')";

// A paid checkout counts until its subscription is applied.
const LIVE: &str = "\
    WITH wanted (family) AS (SELECT family FROM catalog_item WHERE id = $4) \
    SELECT id FROM ( \
        SELECT s.id, s.created_at FROM wanted CROSS JOIN subscription s \
        WHERE s.owner_kind = $2 AND s.owner_id = $3 AND s.book_id = $1 AND s.family = wanted.family \
            AND s.status NOT IN ('canceled', 'incomplete_expired') \
        UNION ALL \
        SELECT c.id, c.created_at FROM wanted CROSS JOIN checkout c CROSS JOIN catalog_item i \
        WHERE c.owner_kind = $2 AND c.owner_id = $3 AND c.book_id = $1 AND c.kind = 'plan' \
            AND c.state IN ('completed', 'review') AND c.closed_at > $5 AND i.id = c.item_id AND i.family = wanted.family \
            AND NOT EXISTS (SELECT 1 FROM subscription s \
                WHERE s.owner_kind = $2 AND s.owner_id = $3 AND s.book_id = $1 AND s.checkout_id = c.id)) AS live \
    ORDER BY created_at, id LIMIT 1";

/// Time for which a paid checkout counts without a subscription: one that is still absent has no place here.
const MAX_DELAY: Duration = Duration::from_hours(1);

const HAS_SUBSCRIBED: &str =
    "SELECT COUNT(*) FROM subscription WHERE owner_kind = $2 AND owner_id = $3 AND book_id = $1";

const LIVE_PRICES: &str = "\
    SELECT stripe_price_id FROM subscription \
    WHERE owner_kind = $2 AND owner_id = $3 AND book_id = $1 AND connection_id = $4 AND stripe_price_id IS NOT NULL \
        AND status NOT IN ('canceled', 'incomplete_expired') ORDER BY created_at, id";

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
    .failed("finding an unfinished checkout of a buyer")
}

/// Finds the checkout of an automatic top-up that an owner has begun through a connection and not finished.
pub(in crate::billing::checkouts) async fn find_open_setup(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    connection_id: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(OPEN_SETUP)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(connection_id)
        .fetch_optional(c)
        .await)
    .failed("finding an unfinished top-up checkout of a buyer")
}

/// Finds a live subscription of an owner in the family of a plan, or the paid checkout of one.
pub(in crate::billing::checkouts) async fn find_live_subscription(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    plan_id: &str,
    now: Timestamp,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LIVE)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(plan_id)
        .bind(now.minus(MAX_DELAY).micros())
        .fetch_optional(c)
        .await)
    .failed("finding a subscription of a buyer")
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
    .failed("finding earlier subscriptions of a buyer")?;
    Ok(count > 0)
}

/// Lists the prices at Stripe of the live subscriptions that an owner has at a connection, oldest first.
pub(in crate::billing::checkouts) async fn list_live_prices(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    connection_id: &str,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LIVE_PRICES)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(connection_id)
        .fetch_all(c)
        .await)
    .failed("listing the prices of a buyer's subscriptions")
}
