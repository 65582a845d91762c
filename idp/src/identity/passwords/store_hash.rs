//! Storing a password: hashed in the pool, or imported as another system's hash.

use foundation::{Connection, Failure};

use super::parse::parse;
use super::password::Password;
use super::store::hashes;
use super::stored_hash::{self, SALT};
use crate::app::App;

/// Hash of a password to set.
#[derive(Clone, Debug)]
pub(crate) struct NewHash(String);

/// Hashes a password; `None` if the pool is full, and the user should try again in a moment.
pub(crate) async fn hash(app: &App, password: &Password) -> Result<Option<NewHash>, Failure> {
    let Some(slot) = app.passwords.enter() else {
        return Ok(None);
    };
    let salt = app.random.bytes::<SALT>()?;
    let password = password.clone();
    let made = slot
        .work(move || stored_hash::hash_password(&password, &salt))
        .await??;
    Ok(Some(NewHash(made)))
}

impl NewHash {
    /// Stores the hash for a user in the caller's transaction.
    pub(crate) async fn put(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        user_id: &str,
    ) -> Result<(), Failure> {
        hashes::put(db, user_id, &self.0, app.clock.now()).await
    }

    /// Stores the hash for a user without a password; returns false if there is one.
    pub(crate) async fn put_first(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        user_id: &str,
    ) -> Result<bool, Failure> {
        hashes::put_first(db, user_id, &self.0, app.clock.now()).await
    }
}

/// Returns true if the server can verify another system's hash.
pub(crate) fn can_try(hash: &str) -> bool {
    parse(hash).is_some()
}

/// Stores another system's hash; returns false if the server cannot verify it. The user's first sign-in replaces it
/// with one of ours.
pub(crate) async fn import(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    hash: &str,
) -> Result<bool, Failure> {
    if parse(hash).is_none() {
        return Ok(false);
    }
    hashes::put(db, user_id, hash, app.clock.now()).await?;
    Ok(true)
}
