//! Names of websites that an older version stored without the folded form for search.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

const UNFOLDED: &str =
    "SELECT id, name FROM websites WHERE name_folded IS NULL AND id > $1 ORDER BY id LIMIT $2";

// Another request may have changed the name since it was read.
const FOLD: &str =
    "UPDATE websites SET name_folded = $3 WHERE id = $1 AND name = $2 AND name_folded IS NULL";

/// Returns ids and names of websites whose names are not folded, after an id.
pub(in crate::websites) async fn unfolded(
    db: &mut Connection<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<(String, String)>, Failure> {
    on_engine!(db, |c| sqlx::query_as(UNFOLDED)
        .bind(after)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading websites of an older version")
}

/// Stores the folded name of a website, if it still has this name.
pub(in crate::websites) async fn fold_name(
    db: &mut Connection<'_>,
    id: &str,
    name: &str,
    folded: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(FOLD)
        .bind(id)
        .bind(name)
        .bind(folded)
        .execute(c)
        .await
        .map(drop))
    .failed("folding a website's name")
}
