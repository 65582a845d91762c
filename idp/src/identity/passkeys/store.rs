//! Passkeys and used ceremonies in the database.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::text::strict_json;
use foundation::{Connection, Failure, Timestamp, expired, on_engine};
use webauthn_rs::prelude::{Credential, Passkey};

use super::passkey::StoredPasskey;

const INSERT: &str = "INSERT INTO passkeys (id, user_id, credential_id, credential, counter, backup_eligible, backup_state, \
     name, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
const FIND: &str = "SELECT id, user_id, COALESCE(made_for, user_id) AS made_for, credential, backup_eligible, name, created_at, \
     last_used_at FROM passkeys \
     WHERE credential_id = $1";
const LIST: &str = "SELECT id, user_id, COALESCE(made_for, user_id) AS made_for, credential, backup_eligible, name, created_at, \
     last_used_at FROM passkeys \
     WHERE user_id = $1 ORDER BY created_at, id";
const COUNT: &str = "SELECT count(*) FROM passkeys WHERE user_id = $1";
const LOCK_USER: &str = "UPDATE users SET updated_at = updated_at WHERE id = $1";
const RECORD_USE: &str = "UPDATE passkeys SET credential = $2, counter = $3, backup_eligible = $4, backup_state = $5, \
     last_used_at = $6 WHERE id = $1 AND (counter < $3 OR (counter = 0 AND $3 = 0))";
const RENAME: &str = "UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2";
const REMOVE: &str = "DELETE FROM passkeys WHERE id = $1 AND user_id = $2";
const REMOVE_OF_USER: &str = "DELETE FROM passkeys WHERE user_id = $1 RETURNING id";
const USE_CEREMONY: &str =
    "INSERT INTO used_ceremonies (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";

/// Expired ceremonies.
pub(crate) const EXPIRED: ExpiredRows = expired!("used_ceremonies", key "id", at "expires_at");

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    user_id: String,
    made_for: String,
    credential: String,
    backup_eligible: bool,
    name: String,
    created_at: i64,
    last_used_at: Option<i64>,
}

impl Row {
    fn into_passkey(self) -> Result<StoredPasskey, Failure> {
        let passkey = strict_json::from_stored(&self.credential)
            .map_err(|error| Failure::broken("reading a passkey", error))?;
        Ok(StoredPasskey {
            id: self.id,
            user_id: self.user_id,
            created_for: self.made_for,
            passkey,
            backup_eligible: self.backup_eligible,
            name: self.name,
            created_at: Timestamp::from_micros(self.created_at),
            last_used_at: self.last_used_at.map(Timestamp::from_micros),
        })
    }
}

/// Returns the text of a credential's id.
fn id_text(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
}

fn to_json(passkey: &Passkey) -> Result<String, Failure> {
    serde_json::to_string(passkey).map_err(|error| Failure::broken("writing a passkey", error))
}

/// Adds a passkey; returns false if its credential already belongs to a user.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    stored: &StoredPasskey,
) -> Result<bool, Failure> {
    let credential = to_json(&stored.passkey)?;
    let facts = Credential::from(stored.passkey.clone());
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&stored.id)
            .bind(&stored.user_id)
            .bind(id_text(stored.passkey.cred_id()))
            .bind(&credential)
            .bind(i64::from(facts.counter))
            .bind(facts.backup_eligible)
            .bind(facts.backup_state)
            .bind(&stored.name)
            .bind(stored.created_at.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("adding a passkey")
}

/// Finds the passkey of a credential's id.
pub(super) async fn find_by_credential(
    db: &mut Connection<'_>,
    credential_id: &[u8],
) -> Result<Option<StoredPasskey>, Failure> {
    let text = id_text(credential_id);
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(FIND).bind(&text).fetch_optional(c).await
    })
    .failed("reading a passkey")?;
    row.map(Row::into_passkey).transpose()
}

/// Returns a user's passkeys, the oldest first.
pub(crate) async fn list(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<StoredPasskey>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| {
        sqlx::query_as(LIST).bind(user_id).fetch_all(c).await
    })
    .failed("reading a user's passkeys")?;
    rows.into_iter().map(Row::into_passkey).collect()
}

/// Counts a user's passkeys.
pub(super) async fn count(db: &mut Connection<'_>, user_id: &str) -> Result<i64, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(COUNT).bind(user_id).fetch_one(c).await
    })
    .failed("counting a user's passkeys")
}

/// Locks a user's row until the transaction ends, so that changes of sign-in methods follow one another.
pub(super) async fn lock_user(db: &mut Connection<'_>, user_id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(LOCK_USER)
            .bind(user_id)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("locking a user")
}

/// Records a use; returns false if the authenticator counts and its counter did not rise.
pub(super) async fn record_use(
    db: &mut Connection<'_>,
    stored: &StoredPasskey,
    counter: u32,
    now: Timestamp,
) -> Result<bool, Failure> {
    let credential = to_json(&stored.passkey)?;
    let facts = Credential::from(stored.passkey.clone());
    on_engine!(db, |c| {
        sqlx::query(RECORD_USE)
            .bind(&stored.id)
            .bind(&credential)
            .bind(i64::from(counter))
            .bind(facts.backup_eligible)
            .bind(facts.backup_state)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("recording the use of a passkey")
}

/// Renames a user's passkey; returns false if the user has no such passkey.
pub(crate) async fn rename(
    db: &mut Connection<'_>,
    id: &str,
    user_id: &str,
    name: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(RENAME)
            .bind(id)
            .bind(user_id)
            .bind(name)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("renaming a passkey")
}

/// Removes a user's passkey; returns false if the user has no such passkey.
pub(crate) async fn remove(
    db: &mut Connection<'_>,
    id: &str,
    user_id: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(REMOVE)
            .bind(id)
            .bind(user_id)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("removing a passkey")
}

/// Removes all passkeys of a user; returns their ids.
pub(crate) async fn remove_of_user(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(REMOVE_OF_USER)
            .bind(user_id)
            .fetch_all(c)
            .await
    })
    .failed("removing a user's passkeys")
}

/// Uses a ceremony up; returns false if it was used before.
pub(super) async fn use_ceremony(
    db: &mut Connection<'_>,
    id: &str,
    expires_at: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(USE_CEREMONY)
            .bind(id)
            .bind(expires_at.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("redeeming a ceremony")
}
