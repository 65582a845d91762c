//! The table of trials that were begun, and the names of owners.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::trial_identity::TrialIdentity;
use crate::credits::Owner;

const OF_CUSTOMER: &str = "\
    SELECT c.user_id, c.email, u.email AS user_email FROM customers c LEFT JOIN users u ON u.id = c.user_id WHERE c.id = $1";

const OF_USER: &str = "SELECT CAST(NULL AS TEXT) AS user_id, email, CAST(NULL AS TEXT) AS user_email FROM users WHERE id = $1";

const IS_USED: &str =
    "SELECT COUNT(*) FROM trial_use WHERE book_id = $1 AND kind = $2 AND digest = $3";

const RECORD: &str = "\
    INSERT INTO trial_use (book_id, kind, digest, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";

#[derive(sqlx::FromRow)]
struct NamesRow {
    user_id: Option<String>,
    email: Option<String>,
    user_email: Option<String>,
}

/// Names of an owner.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnerNames {
    /// The user of a customer.
    pub(super) user_id: Option<String>,
    /// The addresses.
    pub(super) emails: Vec<String>,
}

/// Finds the user and the addresses of an owner.
pub(super) async fn find_names(
    db: &mut Connection<'_>,
    owner: &Owner,
) -> Result<OwnerNames, Failure> {
    let statement = match owner {
        Owner::Customer(_) => OF_CUSTOMER,
        Owner::User(_) => OF_USER,
    };
    let row: Option<NamesRow> = on_engine!(db, |c| sqlx::query_as(statement)
        .bind(owner.id())
        .fetch_optional(c)
        .await)
    .failed("reading the names of a buyer")?;
    let Some(row) = row else {
        return Ok(OwnerNames::default());
    };
    let emails = [row.email, row.user_email].into_iter().flatten();
    Ok(OwnerNames {
        user_id: row.user_id,
        emails: emails.collect(),
    })
}

/// Returns true if a trial was begun under a name.
pub(super) async fn is_used(
    db: &mut Connection<'_>,
    book_id: i64,
    identity: &TrialIdentity,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(IS_USED)
        .bind(book_id)
        .bind(identity.kind.word())
        .bind(&identity.name)
        .fetch_one(c)
        .await)
    .failed("finding a trial")?;
    Ok(count > 0)
}

/// Records a trial under a name; false if it was there.
pub(super) async fn record(
    db: &mut Connection<'_>,
    book_id: i64,
    identity: &TrialIdentity,
    now: Timestamp,
) -> Result<bool, Failure> {
    let inserted = on_engine!(db, |c| sqlx::query(RECORD)
        .bind(book_id)
        .bind(identity.kind.word())
        .bind(&identity.name)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("recording a trial")?;
    Ok(inserted > 0)
}
