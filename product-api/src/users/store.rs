//! Users in the database, and the customers that are found to be them.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::user::{Sight, User};

// The second last column tells whether some website knows this person by the verified address only. Where the user
// has a row with bookings already, both stay as they are: two balances are never merged in passing. The last one tells
// whether the website of the token's client has yet to be shown who its customer is.
const FIND: &str = "\
    SELECT id, name, email, email_verified, image, is_active, is_operator, claims_at, created_at, \
           email_verified AND EXISTS ( \
               SELECT 1 FROM customers WHERE customers.email = users.email AND customers.user_id IS NULL \
               AND NOT EXISTS (SELECT 1 FROM customers AS own WHERE own.website_id = customers.website_id \
                               AND own.mode = customers.mode AND own.user_id = users.id \
                               AND (own.email IS NOT NULL OR own.external_id IS NOT NULL \
                                    OR EXISTS (SELECT 1 FROM account WHERE account.owner_kind = 'customer' \
                                               AND account.owner_id = own.id AND account.txn_count > 0))) \
           ) AS may_claim, \
           EXISTS ( \
               SELECT 1 FROM websites JOIN customers ON customers.website_id = websites.id \
               WHERE websites.client_id = $2 AND customers.user_id = users.id AND NOT customers.user_shown \
           ) AS may_show \
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

// The row is locked first and judged by the next statement, which sees what its last holder has booked.
const LOCK_NAMED: &str = "\
    UPDATE customers SET updated_at = $3 \
    WHERE user_id = $1 AND email IS NULL AND external_id IS NULL \
      AND EXISTS (SELECT 1 FROM customers AS waiting WHERE waiting.website_id = customers.website_id \
                  AND waiting.mode = customers.mode AND waiting.email = $2 AND waiting.user_id IS NULL)";

const RELEASE_EMPTY: &str = "\
    UPDATE customers SET user_id = NULL, user_shown = FALSE, updated_at = $3 \
    WHERE user_id = $1 AND email IS NULL AND external_id IS NULL \
      AND EXISTS (SELECT 1 FROM customers AS waiting WHERE waiting.website_id = customers.website_id \
                  AND waiting.mode = customers.mode AND waiting.email = $2 AND waiting.user_id IS NULL) \
      AND NOT EXISTS (SELECT 1 FROM account WHERE account.owner_kind = 'customer' \
                      AND account.owner_id = customers.id AND account.txn_count > 0)";

const SHOW: &str = "\
    UPDATE customers SET user_shown = TRUE \
    WHERE user_id = $1 AND NOT user_shown AND website_id = (SELECT id FROM websites WHERE client_id = $2)";

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
    may_show: bool,
}

/// A user as found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) user: User,
    /// Whether customers with the same verified address wait for this user.
    pub(super) may_claim: bool,
    /// Whether the website of the token's client has yet to be shown who its customer is.
    pub(super) may_show: bool,
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
            may_show: row.may_show,
        }
    }
}

/// Finds a user, as one who comes with a token of this client.
pub(super) async fn find(
    db: &mut Connection<'_>,
    id: &str,
    client_id: &str,
) -> Result<Option<Found>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, Row>(FIND)
        .bind(id)
        .bind(client_id)
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

/// Makes the customers that are known by a verified address only this user's own, in place of rows of the bare subject
/// without bookings.
pub(super) async fn claim(
    db: &mut Connection<'_>,
    id: &str,
    email: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    for statement in [LOCK_NAMED, RELEASE_EMPTY, CLAIM] {
        on_engine!(db, |c| sqlx::query(statement)
            .bind(id)
            .bind(email)
            .bind(now.micros())
            .execute(c)
            .await
            .map(drop))
        .failed("claiming customers")?;
    }
    Ok(())
}

/// Lets the website of a client know who its customer is.
pub(super) async fn show(
    db: &mut Connection<'_>,
    id: &str,
    client_id: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SHOW)
        .bind(id)
        .bind(client_id)
        .execute(c)
        .await
        .map(drop))
    .failed("showing a website its customer")
}
