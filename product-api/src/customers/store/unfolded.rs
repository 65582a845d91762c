//! Customers that an older version wrote, without their names folded.

use foundation::database::Failed;
use foundation::{Connection, Failure, on_engine};

use crate::customers::names::{Called, Folded};

const UNFOLDED: &str = "\
    SELECT id, name, email, external_id FROM customers WHERE listed_as IS NULL AND id > $1 ORDER BY id LIMIT $2";

// Unless somebody has given a name meanwhile.
const FOLD: &str = "\
    UPDATE customers SET listed_as = $2, email_folded = $3, external_folded = $4 WHERE id = $1 AND listed_as IS NULL";

/// What an unfolded customer is called.
#[derive(Debug, sqlx::FromRow)]
pub(in crate::customers) struct Unfolded {
    pub(in crate::customers) id: String,
    name: Option<String>,
    email: Option<String>,
    external_id: Option<String>,
}

impl Unfolded {
    /// Its names as they are stored.
    pub(in crate::customers) fn folded(&self) -> Folded {
        let called = Called {
            id: &self.id,
            name: self.name.as_deref(),
            email: self.email.as_deref(),
            external_id: self.external_id.as_deref(),
        };
        called.folded()
    }
}

/// Some customers whose names are not folded, behind an id.
pub(in crate::customers) async fn unfolded(
    db: &mut Connection<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<Unfolded>, Failure> {
    on_engine!(db, |c| sqlx::query_as(UNFOLDED)
        .bind(after)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading customers of an older version")
}

/// Writes a customer's names as they are looked for.
pub(in crate::customers) async fn fold_names(
    db: &mut Connection<'_>,
    id: &str,
    folded: &Folded,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(FOLD)
        .bind(id)
        .bind(&folded.listed_as)
        .bind(&folded.email)
        .bind(&folded.external_id)
        .execute(c)
        .await
        .map(drop))
    .failed("folding a customer's names")
}
