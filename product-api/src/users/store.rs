//! Users in the database, and the customers that are linked to them.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::user::{TokenClaims, User};

/// SQL condition: the customer with this id has a wallet with bookings or limits. Such a customer keeps its row when
/// another row turns out to belong to the same user.
macro_rules! is_used {
    ($id:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM account WHERE account.kind = 'wallet' AND account.owner_kind = 'customer' \
                 AND account.owner_id = ",
            $id,
            " AND (account.txn_count > 0 OR account.overdraft_limit > 0 OR account.spend_cap IS NOT NULL))"
        )
    };
}

/// SQL condition: the customer with this id has a wallet with limits.
macro_rules! is_limited {
    ($id:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM account WHERE account.kind = 'wallet' AND account.owner_kind = 'customer' \
                 AND account.owner_id = ",
            $id,
            " AND (account.overdraft_limit > 0 OR account.spend_cap IS NOT NULL))"
        )
    };
}

pub(crate) use {is_limited, is_used};

// `may_claim` is true if a website knows the user by the verified address only. If the user already has a row with bookings
// or limits there, both rows stay: balances are never merged implicitly. `may_show` is true if the website of the token's
// client does not see the user of its customer yet.
const FIND: &str = concat!(
    "SELECT id, name, email, email_verified, image, \
           is_active AND NOT EXISTS (SELECT 1 FROM user_merges AS merged WHERE merged.from_user_id = users.id \
                                     AND merged.state = 'merged') AS is_active, \
           is_operator, claims_at, created_at, \
           email_verified AND EXISTS ( \
               SELECT 1 FROM customers WHERE customers.email = users.email AND customers.user_id IS NULL \
               AND NOT EXISTS (SELECT 1 FROM customers AS own WHERE own.website_id = customers.website_id \
                               AND own.mode = customers.mode AND own.user_id = users.id \
                               AND (own.email IS NOT NULL OR own.external_id IS NOT NULL OR ",
    is_used!("own.id"),
    ")) \
           ) AS may_claim, \
           EXISTS ( \
               SELECT 1 FROM websites JOIN customers ON customers.website_id = websites.id \
               WHERE (websites.client_id = $2 OR websites.public_client_id = $2) AND customers.user_id = users.id AND NOT customers.user_shown \
           ) AS may_show \
    FROM users WHERE id = $1"
);

const UPSERT: &str = "\
    INSERT INTO users (id, name, email, email_verified, image, is_operator, claims_at, created_at, updated_at) \
    VALUES ($1, $2, $3, COALESCE($4, FALSE), $5, COALESCE($6, FALSE), $7, $8, $8) \
    ON CONFLICT (id) DO UPDATE SET \
        name = COALESCE($2, users.name), email = COALESCE($3, users.email), \
        email_verified = COALESCE($4, users.email_verified), image = COALESCE($5, users.image), \
        is_operator = COALESCE($6, users.is_operator), claims_at = $7, updated_at = $8 \
    WHERE users.claims_at <= $7 AND users.deleted_at IS NULL";

const CLAIM: &str = "\
    UPDATE customers SET user_id = $1, updated_at = $3 \
    WHERE email = $2 AND user_id IS NULL \
      AND NOT EXISTS (SELECT 1 FROM customers AS own WHERE own.website_id = customers.website_id \
                      AND own.mode = customers.mode AND own.user_id = $1)";

// The next statement checks the row under this lock, so that it sees all bookings and limits.
const LOCK_NAMED: &str = "\
    UPDATE customers SET updated_at = $3 \
    WHERE user_id = $1 AND email IS NULL AND external_id IS NULL \
      AND EXISTS (SELECT 1 FROM customers AS waiting WHERE waiting.website_id = customers.website_id \
                  AND waiting.mode = customers.mode AND waiting.email = $2 AND waiting.user_id IS NULL)";

const RELEASE_EMPTY: &str = concat!(
    "UPDATE customers SET user_id = NULL, user_shown = FALSE, updated_at = $3 \
    WHERE user_id = $1 AND email IS NULL AND external_id IS NULL \
      AND EXISTS (SELECT 1 FROM customers AS waiting WHERE waiting.website_id = customers.website_id \
                  AND waiting.mode = customers.mode AND waiting.email = $2 AND waiting.user_id IS NULL) \
      AND NOT ",
    is_used!("customers.id")
);

const SHOW: &str = "\
    UPDATE customers SET user_shown = TRUE \
    WHERE user_id = $1 AND NOT user_shown AND website_id = (SELECT id FROM websites WHERE client_id = $2 OR public_client_id = $2)";

// The lease admits one change of a user at a time: while another lease is valid, the statement changes nothing.
const TAKE_LEASE: &str = "\
    INSERT INTO user_switches (user_id, attempt, held_until) VALUES ($1, $2, $4) \
    ON CONFLICT (user_id) DO UPDATE SET attempt = $2, held_until = $4 WHERE user_switches.held_until <= $3";

const RELEASE_LEASE: &str =
    "UPDATE user_switches SET held_until = $3 WHERE user_id = $1 AND attempt = $2";

const END_LEASE: &str = "DELETE FROM user_switches WHERE user_id = $1 AND attempt = $2";

const IS_LEASED: &str = "SELECT COUNT(*) FROM user_switches WHERE user_id = $1";

const DROP_LEASE: &str = "DELETE FROM user_switches WHERE user_id = $1";

const EXPIRED_LEASES: &str = "\
    SELECT user_id FROM user_switches WHERE held_until <= $1 ORDER BY held_until, user_id LIMIT 20";

// A user without a row gets one here; the next token adds the other data.
const SET_ACTIVE: &str = "\
    INSERT INTO users (id, is_active, claims_at, created_at, updated_at) VALUES ($1, $2, 0, $3, $3) \
    ON CONFLICT (id) DO UPDATE SET is_active = $2, updated_at = $3 \
    WHERE users.is_active <> $2 AND users.deleted_at IS NULL";

const IS_ACTIVE: &str = "SELECT is_active FROM users WHERE id = $1";

// Deletions, merges and deactivations of the user wait for this lock.
const LOCK_ACTIVE: &str = "\
    UPDATE users SET updated_at = updated_at \
    WHERE id = $1 AND is_active AND NOT EXISTS \
        (SELECT 1 FROM user_merges m WHERE m.from_user_id = users.id AND m.state = 'merged')";

/// A user, with the flags about waiting customers.
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

/// A user that was found.
#[derive(Debug)]
pub(super) struct UserLookup {
    pub(super) user: User,
    /// True if customers with the same verified address wait for this user.
    pub(super) may_claim: bool,
    /// True if the website of the token's client does not see the user of its customer yet.
    pub(super) may_show: bool,
}

impl From<Row> for UserLookup {
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

/// Returns a user, for a token of this client.
pub(super) async fn find(
    db: &mut Connection<'_>,
    id: &str,
    client_id: &str,
) -> Result<Option<UserLookup>, Failure> {
    on_engine!(db, |c| sqlx::query_as::<_, Row>(FIND)
        .bind(id)
        .bind(client_id)
        .fetch_optional(c)
        .await)
    .failed("reading a user")
    .map(|row| row.map(UserLookup::from))
}

/// Creates a user, or updates one with the data of a token; ignores a deleted user.
pub(super) async fn upsert(
    db: &mut Connection<'_>,
    id: &str,
    claims: &TokenClaims,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(UPSERT)
        .bind(id)
        .bind(claims.name.as_deref())
        .bind(claims.email.as_deref())
        .bind(claims.email_verified)
        .bind(claims.image.as_deref())
        .bind(claims.is_operator)
        .bind(claims.issued)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing a user")
}

/// Links customers known by a verified address only with this user. They replace rows of the bare subject without bookings
/// or limits.
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

/// Shows the user of a customer to the website of a client.
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

/// Takes the lease on an activation change of a user; false while another lease is valid.
pub(super) async fn take_lease(
    db: &mut Connection<'_>,
    user_id: &str,
    attempt: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(TAKE_LEASE)
        .bind(user_id)
        .bind(attempt)
        .bind(now.micros())
        .bind(until.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("recording that a user is being switched")
}

/// Ends a lease early; its row stays for the sweep.
pub(super) async fn release_lease(
    db: &mut Connection<'_>,
    user_id: &str,
    attempt: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(RELEASE_LEASE)
        .bind(user_id)
        .bind(attempt)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("releasing the lease of a user's activation")
}

/// Deletes a lease; false if it belongs to another attempt.
pub(super) async fn end_lease(
    db: &mut Connection<'_>,
    user_id: &str,
    attempt: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(END_LEASE)
        .bind(user_id)
        .bind(attempt)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("finishing a user's switch")
}

/// Returns true if there is a lease on a user, valid or expired.
pub(super) async fn is_leased(db: &mut Connection<'_>, user_id: &str) -> Result<bool, Failure> {
    let notes: i64 = on_engine!(db, |c| sqlx::query_scalar(IS_LEASED)
        .bind(user_id)
        .fetch_one(c)
        .await)
    .failed("checking if a user is being switched")?;
    Ok(notes > 0)
}

/// Deletes any lease on a user.
pub(super) async fn drop_lease(db: &mut Connection<'_>, user_id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(DROP_LEASE)
        .bind(user_id)
        .execute(c)
        .await
        .map(drop))
    .failed("giving up a user's switch")
}

/// Returns users with an expired lease, whose change was not finished.
pub(super) async fn expired_leases(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(EXPIRED_LEASES)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("finding unfinished switches of users")
}

/// Activates or deactivates a user; false if nothing changed.
pub(super) async fn set_active(
    db: &mut Connection<'_>,
    user_id: &str,
    is_active: bool,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(SET_ACTIVE)
        .bind(user_id)
        .bind(is_active)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("switching a user")
}

/// Returns true if a user is active; a user without a row is.
pub(crate) async fn is_active(db: &mut Connection<'_>, user_id: &str) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(IS_ACTIVE)
        .bind(user_id)
        .fetch_optional(c)
        .await)
    .failed("reading the activation of a user")
    .map(|found| found.unwrap_or(true))
}

/// Locks an active user until the transaction ends; false if there is none.
pub(super) async fn lock_active(db: &mut Connection<'_>, user_id: &str) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(LOCK_ACTIVE)
        .bind(user_id)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("holding a user")
}

/// The statements assembled here, for the test of the query plans.
#[cfg(test)]
pub(crate) const TEXTS: [&str; 2] = [FIND, RELEASE_EMPTY];
