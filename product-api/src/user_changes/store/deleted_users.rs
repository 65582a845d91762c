//! Tables of deleted users: the customers that are linked to them, and their subscriptions.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

// Users who were never here get a tombstone, too, because a website may name their subject.
const ERASE: &str = "\
    INSERT INTO users (id, is_active, claims_at, created_at, updated_at, deleted_at) VALUES ($1, FALSE, 0, $2, $2, $2) \
    ON CONFLICT (id) DO UPDATE SET name = NULL, email = NULL, email_verified = FALSE, image = NULL, stripe_customer_id = NULL, \
        is_active = FALSE, is_operator = FALSE, claims_at = 0, updated_at = $2, deleted_at = $2 \
    WHERE users.deleted_at IS NULL";

const LINKED_TO: &str =
    "SELECT id FROM customers WHERE user_id = $1 AND merged_into IS NULL ORDER BY id";

// Bookings lock a customer's wallet before its row, and so must every change of the row.
const LOCK_WALLETS: &str = "\
    UPDATE account SET seq = seq + 0 WHERE kind = 'wallet' AND owner_kind = 'customer' AND owner_id = $1";

const UNLINK: &str = "\
    UPDATE customers SET user_id = NULL, user_shown = FALSE, updated_at = $3 \
    WHERE id = $1 AND user_id = $2 AND merged_into IS NULL";

// A website can resume the subscription of its customer, and a user who was merged into another has that user's end.
const END_SUBSCRIPTIONS: &str = "\
    WITH RECURSIVE people (id) AS ( \
        SELECT CAST($1 AS TEXT) \
        UNION SELECT m.from_user_id FROM people CROSS JOIN user_merges m \
            WHERE m.into_user_id = people.id AND m.state = 'merged') \
    UPDATE subscription SET end_reason = 'owner-deleted', updated_at = $2 \
    WHERE id IN ( \
        SELECT s.id FROM people CROSS JOIN subscription s WHERE s.owner_kind = 'user' AND s.owner_id = people.id \
        UNION ALL \
        SELECT s.id FROM people CROSS JOIN customers c CROSS JOIN subscription s \
        WHERE c.user_id = people.id AND s.owner_kind = 'customer' AND s.owner_id = c.id) \
      AND status NOT IN ('canceled', 'incomplete_expired') AND cancel_at IS NULL AND end_reason IS NULL";

// The people are those of the subscriptions.
const TURN_OFF_TOP_UPS: &str = "\
    WITH RECURSIVE people (id) AS ( \
        SELECT CAST($1 AS TEXT) \
        UNION SELECT m.from_user_id FROM people CROSS JOIN user_merges m \
            WHERE m.into_user_id = people.id AND m.state = 'merged') \
    UPDATE topup_rule SET state = 'off', reason = 'owner-deleted', next_at = NULL, updated_at = $2 \
    WHERE state <> 'off' AND ( \
        owner_kind = 'user' AND owner_id IN (SELECT id FROM people) \
        OR owner_kind = 'customer' AND owner_id IN (SELECT c.id FROM people CROSS JOIN customers c WHERE c.user_id = people.id))";

// Spends would otherwise note that credits fell below the threshold of a rule that is off.
const CLEAR_THRESHOLDS: &str = "\
    WITH RECURSIVE people (id) AS ( \
        SELECT CAST($1 AS TEXT) \
        UNION SELECT m.from_user_id FROM people CROSS JOIN user_merges m \
            WHERE m.into_user_id = people.id AND m.state = 'merged') \
    UPDATE account SET topup_at = NULL, version = version + 1 \
    WHERE id IN ( \
        SELECT a.id FROM people CROSS JOIN account a \
        WHERE a.kind = 'wallet' AND a.owner_kind = 'user' AND a.owner_id = people.id \
        UNION ALL \
        SELECT a.id FROM people CROSS JOIN customers c CROSS JOIN account a \
        WHERE c.user_id = people.id AND a.kind = 'wallet' AND a.owner_kind = 'customer' AND a.owner_id = c.id) \
      AND topup_at IS NOT NULL";

const LINKED_STILL: &str = "\
    SELECT u.id FROM users u WHERE u.deleted_at > $1 \
      AND EXISTS (SELECT 1 FROM customers c WHERE c.user_id = u.id AND c.merged_into IS NULL) \
    ORDER BY u.deleted_at LIMIT $2";

/// Deletes the data from the idp in a user's row, and deactivates it; false if that was done before.
pub(in crate::user_changes) async fn erase(
    db: &mut Connection<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(ERASE)
        .bind(user_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("erasing a user")
}

/// Finds the customers that are linked to a user, without those that are merged into others.
pub(in crate::user_changes) async fn linked_to(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LINKED_TO)
        .bind(user_id)
        .fetch_all(c)
        .await)
    .failed("reading a user's customers")
}

/// Unlinks a customer from its user.
pub(in crate::user_changes) async fn unlink(
    db: &mut Connection<'_>,
    customer_id: &str,
    user_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(LOCK_WALLETS)
        .bind(customer_id)
        .execute(c)
        .await
        .map(drop))
    .failed("locking a customer's wallets")?;
    on_engine!(db, |c| sqlx::query(UNLINK)
        .bind(customer_id)
        .bind(user_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("unlinking a customer from its user")
}

/// Requests the end of the subscriptions that a user has, each with its period.
pub(in crate::user_changes) async fn end_subscriptions(
    db: &mut Connection<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(END_SUBSCRIPTIONS)
        .bind(user_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("ending the subscriptions of a user")
}

/// Turns the automatic top-ups off that a user has set. Locks the rules before the wallets that watch their thresholds.
pub(in crate::user_changes) async fn turn_off_topups(
    db: &mut Connection<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(TURN_OFF_TOP_UPS)
        .bind(user_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("disabling the top-ups of a user")?;
    on_engine!(db, |c| sqlx::query(CLEAR_THRESHOLDS)
        .bind(user_id)
        .execute(c)
        .await
        .map(drop))
    .failed("clearing the thresholds of a user's top-ups")
}

/// Finds users who were deleted after a time and are still linked to customers.
pub(in crate::user_changes) async fn linked_still(
    db: &mut Connection<'_>,
    since: Timestamp,
    limit: i64,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LINKED_STILL)
        .bind(since.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding what came to deleted users")
}
