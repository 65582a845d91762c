//! The accounts table: users' accounts at providers.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::identity::users::account::{Account, KIND, StoredTokens};

const FIND: &str = "SELECT id, user_id, provider, email, created_at, updated_at FROM accounts \
     WHERE provider = $1 AND provider_account_id = $2";
const LIST: &str = "SELECT id, user_id, provider, email, created_at, updated_at FROM accounts \
     WHERE user_id = $1 ORDER BY created_at, id";
const INSERT: &str = "INSERT INTO accounts (id, user_id, provider, provider_account_id, created_at, updated_at, \
     type, email, refresh_token, access_token, expires_at, token_type, scope, id_token, session_state, \
     refresh_token_expires_in, other) \
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) ON CONFLICT DO NOTHING";
const REFRESH: &str = "UPDATE accounts SET updated_at = $2, email = $3, refresh_token = COALESCE($4, refresh_token), \
     access_token = $5, expires_at = $6, token_type = $7, scope = $8, id_token = $9, session_state = $10, \
     refresh_token_expires_in = COALESCE($11, refresh_token_expires_in), other = $12 WHERE id = $1";
const DELETE: &str = "DELETE FROM accounts WHERE id = $1 AND user_id = $2 \
     RETURNING id, user_id, provider, email, created_at, updated_at";
const DELETE_UNPROVEN: &str = "DELETE FROM accounts WHERE user_id = $1 AND (email IS NULL OR email <> $2) \
     RETURNING id, user_id, provider, email, created_at, updated_at";

const SEALED_AFTER: &str = "SELECT id, refresh_token, access_token, id_token, other FROM accounts \
     WHERE id > $1 ORDER BY id LIMIT $2";
const LOCK_SEALED: &str = "UPDATE accounts SET updated_at = updated_at WHERE id = $1 \
     RETURNING id, refresh_token, access_token, id_token, other";
const PUT_SEALED: &str = "UPDATE accounts SET refresh_token = $2, access_token = $3, id_token = $4, other = $5 WHERE id = $1";

/// Encrypted columns of an account.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in super::super) struct SealedTokens {
    pub(in super::super) id: String,
    pub(in super::super) refresh_token: Option<String>,
    pub(in super::super) access_token: Option<String>,
    pub(in super::super) id_token: Option<String>,
    pub(in super::super) other: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    user_id: String,
    provider: String,
    email: Option<String>,
    created_at: i64,
    updated_at: i64,
}

impl From<Row> for Account {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            user_id: row.user_id,
            provider: row.provider,
            email: row.email,
            created_at: Timestamp::from_micros(row.created_at),
            used_at: Timestamp::from_micros(row.updated_at),
        }
    }
}

/// Ids of a new account.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct NewAccount<'a> {
    pub(in super::super) id: &'a str,
    pub(in super::super) user_id: &'a str,
    pub(in super::super) provider: &'a str,
    pub(in super::super) provider_account_id: &'a str,
}

/// Returns the account of a provider's user.
pub(crate) async fn find(
    db: &mut Connection<'_>,
    provider: &str,
    provider_account_id: &str,
) -> Result<Option<Account>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(FIND)
            .bind(provider)
            .bind(provider_account_id)
            .fetch_optional(c)
            .await
    })
    .failed("reading an account")?;
    Ok(row.map(Account::from))
}

/// Returns a user's accounts, the oldest first.
pub(crate) async fn list(db: &mut Connection<'_>, user_id: &str) -> Result<Vec<Account>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| {
        sqlx::query_as(LIST).bind(user_id).fetch_all(c).await
    })
    .failed("reading a user's accounts")?;
    Ok(rows.into_iter().map(Account::from).collect())
}

/// Links an account to a user; false if it is linked already, to any user.
pub(in super::super) async fn insert(
    db: &mut Connection<'_>,
    account: NewAccount<'_>,
    tokens: &StoredTokens,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(account.id)
            .bind(account.user_id)
            .bind(account.provider)
            .bind(account.provider_account_id)
            .bind(now.micros())
            .bind(KIND)
            .bind(&tokens.email)
            .bind(&tokens.refresh_token)
            .bind(&tokens.access_token)
            .bind(tokens.expires_at)
            .bind(&tokens.token_type)
            .bind(&tokens.scope)
            .bind(&tokens.id_token)
            .bind(&tokens.session_state)
            .bind(tokens.refresh_token_expires_in)
            .bind(&tokens.other)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("linking an account")
}

/// Stores an account's newest tokens; keeps the refresh token if the provider sent none. False if the account is gone.
pub(in super::super) async fn refresh(
    db: &mut Connection<'_>,
    id: &str,
    tokens: &StoredTokens,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(REFRESH)
            .bind(id)
            .bind(now.micros())
            .bind(&tokens.email)
            .bind(&tokens.refresh_token)
            .bind(&tokens.access_token)
            .bind(tokens.expires_at)
            .bind(&tokens.token_type)
            .bind(&tokens.scope)
            .bind(&tokens.id_token)
            .bind(&tokens.session_state)
            .bind(tokens.refresh_token_expires_in)
            .bind(&tokens.other)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("writing a provider's tokens")
}

/// Returns the encrypted columns of the accounts after an id, in the order of ids.
pub(in super::super) async fn sealed_after(
    db: &mut Connection<'_>,
    after: &str,
    most: i64,
) -> Result<Vec<SealedTokens>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(SEALED_AFTER)
            .bind(after)
            .bind(most)
            .fetch_all(c)
            .await
    })
    .failed("reading the sealed tokens of accounts")
}

/// Returns the encrypted columns of an account and locks its row until the transaction ends.
pub(in super::super) async fn lock_sealed(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<SealedTokens>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(LOCK_SEALED).bind(id).fetch_optional(c).await
    })
    .failed("locking the sealed tokens of an account")
}

/// Stores the re-encrypted columns of an account.
pub(in super::super) async fn put_sealed(
    db: &mut Connection<'_>,
    tokens: &SealedTokens,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(PUT_SEALED)
            .bind(&tokens.id)
            .bind(&tokens.refresh_token)
            .bind(&tokens.access_token)
            .bind(&tokens.id_token)
            .bind(&tokens.other)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing the sealed tokens of an account")
}

/// Unlinks a user's account; returns it if it existed.
pub(crate) async fn delete(
    db: &mut Connection<'_>,
    id: &str,
    user_id: &str,
) -> Result<Option<Account>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(DELETE)
            .bind(id)
            .bind(user_id)
            .fetch_optional(c)
            .await
    })
    .failed("unlinking an account")?;
    Ok(row.map(Account::from))
}

/// Unlinks and returns a user's accounts whose provider does not confirm this address.
pub(in super::super) async fn delete_unproven(
    db: &mut Connection<'_>,
    user_id: &str,
    email: &str,
) -> Result<Vec<Account>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| {
        sqlx::query_as(DELETE_UNPROVEN)
            .bind(user_id)
            .bind(email)
            .fetch_all(c)
            .await
    })
    .failed("unlinking unproven accounts")?;
    Ok(rows.into_iter().map(Account::from).collect())
}
