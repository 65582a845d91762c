//! Users in the database, and the customers that are found to be them.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::user::{Sight, User};

// The second column tells whether some website knows this person by the verified address only. Rows of a website
// where the user has a row already stay as they are: two balances are never merged in passing.
const FIND: &str = "\
    SELECT id, name, email, email_verified, image, is_active, is_operator, claims_at, created_at, \
           email_verified AND EXISTS ( \
               SELECT 1 FROM customers WHERE customers.email = users.email AND customers.user_id IS NULL \
               AND NOT EXISTS (SELECT 1 FROM customers AS own WHERE own.website_id = customers.website_id \
                               AND own.mode = customers.mode AND own.user_id = users.id) \
           ) AS may_claim \
    FROM users WHERE id = $1";

const UPSERT: &str = "\
    INSERT INTO users (id, name, email, email_verified, image, is_operator, claims_at, created_at, updated_at) \
    VALUES ($1, $2, $3, COALESCE($4, FALSE), $5, COALESCE($6, FALSE), $7, $8, $8) \
    ON CONFLICT (id) DO UPDATE SET \
        name = COALESCE($2, users.name), email = COALESCE($3, users.email), \
        email_verified = COALESCE($4, users.email_verified), image = COALESCE($5, users.image), \
        is_operator = COALESCE($6, users.is_operator), claims_at = $7, updated_at = $8 \
    WHERE users.claims_at <= $7";

const CLAIM: &str = "\
    UPDATE customers SET user_id = $1, updated_at = $3 \
    WHERE email = $2 AND user_id IS NULL \
      AND NOT EXISTS (SELECT 1 FROM customers AS own WHERE own.website_id = customers.website_id \
                      AND own.mode = customers.mode AND own.user_id = $1)";

/// A user, and whether there are customers to claim.
#[derive(Debug, sqlx::FromRow)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a row as the statement has it"
)]
struct Row {
    id: String,
    name: Option<String>,
    email: Option<String>,
    email_verified: bool,
    image: Option<String>,
    is_active: bool,
    is_operator: bool,
    claims_at: i64,
    created_at: i64,
    may_claim: bool,
}

/// A user as found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) user: User,
    /// Whether customers with the same verified address wait for this user.
    pub(super) may_claim: bool,
}

impl From<Row> for Found {
    fn from(row: Row) -> Self {
        Self {
            user: User {
                id: row.id,
                name: row.name,
                email: row.email,
                email_verified: row.email_verified,
                image: row.image,
                is_active: row.is_active,
                is_operator: row.is_operator,
                claims_at: row.claims_at,
                created_at: Timestamp::from_micros(row.created_at),
            },
            may_claim: row.may_claim,
        }
    }
}

/// Finds a user.
pub(super) async fn find(db: &mut Connection<'_>, id: &str) -> Result<Option<Found>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, Row>(FIND)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a user")
    .map(|row| row.map(Found::from))
}

/// Makes a user, or brings one up to what a token tells.
pub(super) async fn upsert(
    db: &mut Connection<'_>,
    id: &str,
    sight: &Sight,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(UPSERT)
        .bind(id)
        .bind(sight.name.as_deref())
        .bind(sight.email.as_deref())
        .bind(sight.email_verified)
        .bind(sight.image.as_deref())
        .bind(sight.is_operator)
        .bind(sight.issued)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("writing a user")
}

/// Makes the customers that are known by a verified address only this user's own.
pub(super) async fn claim(
    db: &mut Connection<'_>,
    id: &str,
    email: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(CLAIM)
        .bind(id)
        .bind(email)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("claiming customers")
}
