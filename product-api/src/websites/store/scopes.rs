//! Websites whose clients may lack a scope that users can grant now.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

// Websites that were never tried come first, then those tried longest ago.
const BEHIND: &str = "\
    SELECT id FROM websites \
    WHERE scope_behind AND status <> 'registering' AND (client_held_until IS NULL OR client_held_until <= $1) \
    ORDER BY COALESCE(client_held_until, 0), id LIMIT 20";

const MARK_SENT: &str =
    "UPDATE websites SET scope_behind = FALSE WHERE id = $1 AND client_held_until = $2";

/// Returns websites whose clients may lack a scope and are not leased.
pub(in crate::websites) async fn behind(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(BEHIND)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("finding websites whose clients lack a scope")
}

/// Stores that the clients have all scopes, unless another request has leased them since.
pub(in crate::websites) async fn mark_sent(
    db: &mut Connection<'_>,
    id: &str,
    held_until: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(MARK_SENT)
        .bind(id)
        .bind(held_until.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("recording that a website's clients have all scopes")
}
