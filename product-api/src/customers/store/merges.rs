//! The customers and users into which others were merged.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

const MERGE_TARGET: &str =
    "SELECT merged_into FROM customers WHERE id = $1 AND merged_into IS NOT NULL";

const MERGED_INTO: &str = "\
    SELECT into_user_id FROM user_merges WHERE from_user_id = $1 AND state = 'merged' ORDER BY sequence DESC LIMIT 1";

/// Returns the user that a subject was merged into, if it was.
pub(in crate::customers) async fn merged_into(
    db: &mut Connection<'_>,
    sub: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(MERGED_INTO)
        .bind(sub)
        .fetch_optional(c)
        .await)
    .failed("reading the merge target of a user")
}

/// Returns the customer that a customer was merged into, if it was.
pub(in crate::customers) async fn merge_target(
    db: &mut Connection<'_>,
    customer_id: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(MERGE_TARGET)
        .bind(customer_id)
        .fetch_optional(c)
        .await)
    .failed("reading the merge target of a customer")
}
