//! The merge target of a merged user.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

const MERGED_INTO: &str = "SELECT merged_into FROM users WHERE id = $1 AND merged_into IS NOT NULL";

/// Returns the user that another one was merged into, if any.
pub(crate) async fn merged_into(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(MERGED_INTO)
            .bind(id)
            .fetch_optional(c)
            .await
    })
    .failed("finding the merge target of a user")
}
