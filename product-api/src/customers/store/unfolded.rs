//! Customers that an older version stored without folded names.

use foundation::database::SqlResultExt;
use foundation::{Connection, EmailAddress, Failure, on_engine};

use crate::customers::names::{CustomerNames, FoldedNames};

const UNFOLDED: &str = "\
    SELECT id, name, email, external_id FROM customers WHERE listed_as IS NULL AND id > $1 ORDER BY id LIMIT $2";

// Another request may have stored folded names since the row was read.
const FOLD: &str = "\
    UPDATE customers SET listed_as = $2, email_folded = $3, external_folded = $4 WHERE id = $1 AND listed_as IS NULL";

// The address stays if another customer has its normal form: only the website may merge two customers.
const NORMALIZE: &str = "\
    UPDATE customers SET email = $2 WHERE id = $1 AND email = $3 AND NOT EXISTS ( \
        SELECT 1 FROM customers AS other \
        WHERE other.website_id = customers.website_id AND other.mode = customers.mode AND other.email = $2)";

/// The names of a customer without folded names.
#[derive(Debug, sqlx::FromRow)]
pub(in crate::customers) struct UnfoldedCustomer {
    pub(in crate::customers) id: String,
    name: Option<String>,
    email: Option<String>,
    external_id: Option<String>,
}

impl UnfoldedCustomer {
    /// Stores the normal form of an address that an older version stored as it was sent.
    pub(in crate::customers) async fn normalize_address(
        &mut self,
        db: &mut Connection<'_>,
    ) -> Result<(), Failure> {
        let Some(stored) = self.email.as_deref() else {
            return Ok(());
        };
        let Some(normal) = EmailAddress::parse(stored)
            .ok()
            .filter(|normal| normal.as_str() != stored)
        else {
            return Ok(());
        };
        let changed = on_engine!(db, |c| sqlx::query(NORMALIZE)
            .bind(&self.id)
            .bind(normal.as_str())
            .bind(stored)
            .execute(c)
            .await
            .map(|done| done.rows_affected()))
        .failed("storing the normal form of a customer's address")?;
        if changed > 0 {
            self.email = Some(normal.into_string());
        }
        Ok(())
    }

    /// Returns the stored form of its names.
    pub(in crate::customers) fn folded(&self) -> FoldedNames {
        let called = CustomerNames {
            id: &self.id,
            name: self.name.as_deref(),
            email: self.email.as_deref(),
            external_id: self.external_id.as_deref(),
        };
        called.folded()
    }
}

/// Returns some customers without folded names, after an id.
pub(in crate::customers) async fn unfolded(
    db: &mut Connection<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<UnfoldedCustomer>, Failure> {
    on_engine!(db, |c| sqlx::query_as(UNFOLDED)
        .bind(after)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading customers of an older version")
}

/// Stores a customer's folded names.
pub(in crate::customers) async fn fold_names(
    db: &mut Connection<'_>,
    id: &str,
    folded: &FoldedNames,
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
