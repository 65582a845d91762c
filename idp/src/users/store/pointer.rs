//! The pointer of a user who is gone: where they are found now.

use foundation::database::Failed;
use foundation::{Connection, Failure, on_engine};

const MERGED_INTO: &str = "SELECT merged_into FROM users WHERE id = $1 AND merged_into IS NOT NULL";

/// The user that another one went into, if they did.
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
    .failed("looking where a user went")
}
