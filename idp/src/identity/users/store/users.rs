//! The users table.

use foundation::database::SqlResultExt;
use foundation::{Connection, EmailAddress, Failure, Timestamp, on_engine};

use super::super::profile_claims::ProfileClaims;
use super::super::user::User;

const FIND: &str = "SELECT id, name, email, email_verified_at, image, profile, is_operator, is_active, created_at, updated_at \
     FROM users WHERE id = $1";
const FIND_WITH_EPOCH: &str = "SELECT id, name, email, email_verified_at, image, profile, is_operator, is_active, created_at, \
     updated_at, session_epoch FROM users WHERE id = $1";
const FIND_BY_EMAIL: &str = "SELECT id, name, email, email_verified_at, image, profile, is_operator, is_active, created_at, updated_at \
     FROM users WHERE email = $1";
const INSERT_ARRIVED: &str = "INSERT INTO users (id, name, email, image, profile, created_at, updated_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING \
     RETURNING id, name, email, email_verified_at, image, profile, is_operator, is_active, created_at, updated_at";
const INSERT_ADOPTED: &str = "INSERT INTO users (id, name, email, image, is_active, email_verified_at, created_at, updated_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT DO NOTHING";
const LOCK: &str = "UPDATE users SET updated_at = updated_at WHERE id = $1 \
     RETURNING id, name, email, email_verified_at, image, profile, is_operator, is_active, created_at, updated_at";
const CHANGE_EMAIL: &str = "UPDATE users SET email = $2, email_verified_at = $3, updated_at = $3 WHERE id = $1 \
     AND NOT EXISTS (SELECT 1 FROM users other WHERE other.email = $2 AND other.id <> $1)";
const DELETE: &str = "DELETE FROM users WHERE id = $1";
const VERIFY_EMAIL: &str = "UPDATE users SET email_verified_at = $2, updated_at = $2 WHERE email = $1 \
     AND email_verified_at IS NOT NULL \
     RETURNING id, name, email, email_verified_at, image, profile, is_operator, is_active, created_at, updated_at";
const VERIFY_EMAIL_FIRST: &str = "UPDATE users SET email_verified_at = $2, updated_at = $2 WHERE email = $1 \
     AND email_verified_at IS NULL \
     RETURNING id, name, email, email_verified_at, image, profile, is_operator, is_active, created_at, updated_at";
const INSERT: &str = "INSERT INTO users (id, email, email_verified_at, created_at, updated_at) \
     VALUES ($1, $2, $3, $3, $3) ON CONFLICT DO NOTHING \
     RETURNING id, name, email, email_verified_at, image, profile, is_operator, is_active, created_at, updated_at";
const LIST: &str = "SELECT id, name, email, email_verified_at, image, profile, is_operator, is_active, created_at, updated_at \
     FROM users WHERE (created_at < $1 OR (created_at = $1 AND id < $2)) \
     AND NOT EXISTS (SELECT 1 FROM user_deletions d WHERE d.user_id = users.id) ORDER BY created_at DESC, id DESC LIMIT $3";
const SEARCH: &str = "SELECT id, name, email, email_verified_at, image, profile, is_operator, is_active, created_at, updated_at \
     FROM users WHERE (created_at < $1 OR (created_at = $1 AND id < $2)) \
     AND (SUBSTR(email, 1, LENGTH(CAST($4 AS TEXT))) = $4 OR SUBSTR(name, 1, LENGTH(CAST($5 AS TEXT))) = $5) \
     ORDER BY created_at DESC, id DESC LIMIT $3";
const SET_ACTIVE: &str = "UPDATE users SET is_active = $2, updated_at = $3, session_epoch = session_epoch + 1 WHERE id = $1 \
     AND is_active <> $2 AND merged_into IS NULL AND NOT EXISTS (SELECT 1 FROM user_deletions d WHERE d.user_id = users.id) \
     RETURNING id, name, email, email_verified_at, image, profile, is_operator, is_active, created_at, updated_at";
const ANY_OPERATOR: &str = "SELECT id FROM users WHERE is_operator LIMIT 1";
const MAKE_OPERATOR: &str = "UPDATE users SET is_operator = TRUE, updated_at = $2 WHERE id = $1";

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    name: Option<String>,
    email: Option<String>,
    email_verified_at: Option<i64>,
    image: Option<String>,
    profile: Option<String>,
    is_operator: bool,
    is_active: bool,
    created_at: i64,
    updated_at: i64,
}

#[derive(sqlx::FromRow)]
struct EpochRow {
    #[sqlx(flatten)]
    row: Row,
    session_epoch: i64,
}

impl From<Row> for User {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            email: row.email,
            email_verified_at: row.email_verified_at.map(Timestamp::from_micros),
            image: row.image,
            profile: ProfileClaims::from_stored(row.profile.as_deref()),
            is_operator: row.is_operator,
            is_active: row.is_active,
            created_at: Timestamp::from_micros(row.created_at),
            updated_at: Timestamp::from_micros(row.updated_at),
        }
    }
}

/// Returns the user with an id.
pub(crate) async fn find(db: &mut Connection<'_>, id: &str) -> Result<Option<User>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(FIND).bind(id).fetch_optional(c).await
    })
    .failed("reading a user")?;
    Ok(row.map(User::from))
}

/// Returns the user with an id, and the epoch of the user's sessions.
pub(crate) async fn find_with_epoch(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<(User, i64)>, Failure> {
    let row: Option<EpochRow> = on_engine!(db, |c| {
        sqlx::query_as(FIND_WITH_EPOCH)
            .bind(id)
            .fetch_optional(c)
            .await
    })
    .failed("reading a user")?;
    Ok(row.map(|found| (found.row.into(), found.session_epoch)))
}

/// Returns the user with an id and locks the row until the transaction ends.
pub(crate) async fn lock(db: &mut Connection<'_>, id: &str) -> Result<Option<User>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(LOCK).bind(id).fetch_optional(c).await
    })
    .failed("locking a user")?;
    Ok(row.map(User::from))
}

/// Result of changing an email address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddressChange {
    /// The user has the address.
    Done,
    /// Another user has the address.
    Taken,
    /// A concurrent transaction took the address. The caller has to roll back.
    TakenConcurrently,
}

/// Sets an address that the user just proved, unless another user has it.
pub(crate) async fn change_email(
    db: &mut Connection<'_>,
    id: &str,
    email: &str,
    now: Timestamp,
) -> Result<AddressChange, Failure> {
    let written = on_engine!(db, |c| {
        sqlx::query(CHANGE_EMAIL)
            .bind(id)
            .bind(email)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    });
    match written {
        Ok(true) => Ok(AddressChange::Done),
        Ok(false) => Ok(AddressChange::Taken),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            Ok(AddressChange::TakenConcurrently)
        }
        Err(error) => Err(error).failed("changing an address"),
    }
}

/// Returns the user who has an address.
pub(crate) async fn find_by_email(
    db: &mut Connection<'_>,
    email: &str,
) -> Result<Option<User>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(FIND_BY_EMAIL)
            .bind(email)
            .fetch_optional(c)
            .await
    })
    .failed("looking for an address")?;
    Ok(row.map(User::from))
}

/// Position in the list of users.
#[derive(Clone, Copy)]
pub(crate) struct UserPosition<'a> {
    pub(crate) created_at: Timestamp,
    pub(crate) id: &'a str,
}

/// Returns the newest users who were created before another and are not deleted.
pub(crate) async fn list(
    db: &mut Connection<'_>,
    before: UserPosition<'_>,
    length: i64,
) -> Result<Vec<User>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| {
        sqlx::query_as(LIST)
            .bind(before.created_at.micros())
            .bind(before.id)
            .bind(length)
            .fetch_all(c)
            .await
    })
    .failed("listing users")?;
    Ok(rows.into_iter().map(User::from).collect())
}

/// Returns such users whose address starts with the text in lower case, or whose name starts with the text as it is.
pub(crate) async fn search(
    db: &mut Connection<'_>,
    before: UserPosition<'_>,
    begins: &str,
    length: i64,
) -> Result<Vec<User>, Failure> {
    // Normalises a complete address, which may have a Unicode domain.
    let address = EmailAddress::parse(begins).map(EmailAddress::into_string);
    let address = address.unwrap_or_else(|_partial| begins.to_lowercase());
    let rows: Vec<Row> = on_engine!(db, |c| {
        sqlx::query_as(SEARCH)
            .bind(before.created_at.micros())
            .bind(before.id)
            .bind(length)
            .bind(&address)
            .bind(begins)
            .fetch_all(c)
            .await
    })
    .failed("searching users")?;
    Ok(rows.into_iter().map(User::from).collect())
}

/// Sets whether a user may sign in; `None` if there is no such user, or the state is unchanged. A deleted user cannot
/// be activated.
pub(crate) async fn set_active(
    db: &mut Connection<'_>,
    id: &str,
    is_active: bool,
    now: Timestamp,
) -> Result<Option<User>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(SET_ACTIVE)
            .bind(id)
            .bind(is_active)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("storing if a user may sign in")?;
    Ok(row.map(User::from))
}

/// Columns of a new user; a provider verified the address, or the caller vouches for it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct NewUser<'a> {
    pub(in super::super) id: &'a str,
    pub(in super::super) name: Option<&'a str>,
    pub(in super::super) email: Option<&'a str>,
    pub(in super::super) image: Option<&'a str>,
}

/// Adds a user who has not proven the address by email; `None` if another user has it.
pub(in super::super) async fn insert_from_provider(
    db: &mut Connection<'_>,
    new: NewUser<'_>,
    profile: &ProfileClaims,
    now: Timestamp,
) -> Result<Option<User>, Failure> {
    let profile = profile.to_stored()?;
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(INSERT_ARRIVED)
            .bind(new.id)
            .bind(new.name)
            .bind(new.email)
            .bind(new.image)
            .bind(&profile)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("adding a user")?;
    Ok(row.map(User::from))
}

/// Adds a user whose address another system verified; false if another user has it.
pub(in super::super) async fn insert_imported(
    db: &mut Connection<'_>,
    new: NewUser<'_>,
    is_active: bool,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT_ADOPTED)
            .bind(new.id)
            .bind(new.name)
            .bind(new.email)
            .bind(new.image)
            .bind(is_active)
            .bind(new.email.map(|_| now.micros()))
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("adding a user from another system")
}

/// Removes a user that was added in this transaction.
pub(in super::super) async fn delete(db: &mut Connection<'_>, id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE).bind(id).execute(c).await.map(|_| ())
    })
    .failed("removing a user")
}

/// Marks an address that was proven before as verified again; `None` if no user has it.
pub(crate) async fn verify_email(
    db: &mut Connection<'_>,
    email: &str,
    now: Timestamp,
) -> Result<Option<User>, Failure> {
    verify_where(db, VERIFY_EMAIL, email, now).await
}

/// Marks an address that was never proven by email as verified; `None` if no user has it.
pub(crate) async fn verify_email_first(
    db: &mut Connection<'_>,
    email: &str,
    now: Timestamp,
) -> Result<Option<User>, Failure> {
    verify_where(db, VERIFY_EMAIL_FIRST, email, now).await
}

async fn verify_where(
    db: &mut Connection<'_>,
    statement: &'static str,
    email: &str,
    now: Timestamp,
) -> Result<Option<User>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(statement)
            .bind(email)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("marking an address as proven")?;
    Ok(row.map(User::from))
}

/// Adds a user with a proven address; `None` if another user has it.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    id: &str,
    email: &str,
    now: Timestamp,
) -> Result<Option<User>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(INSERT)
            .bind(id)
            .bind(email)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("adding a user")?;
    Ok(row.map(User::from))
}

/// Returns whether the installation has an operator.
pub(crate) async fn any_operator(db: &mut Connection<'_>) -> Result<bool, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(ANY_OPERATOR).fetch_optional(c).await
    })
    .failed("looking for an operator")?;
    Ok(row.is_some())
}

/// Makes a user an operator; false if the user does not exist.
pub(crate) async fn make_operator(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(MAKE_OPERATOR)
            .bind(id)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("making an operator")
}
