//! Keeping a password: hashed in the pool, or taken over as another system's hash.

use foundation::{Connection, Failure};

use super::kept::{self, SALT};
use super::parse::parse;
use super::password::Password;
use super::store::hashes;
use crate::app::App;

/// The hash of a password that is about to be set.
#[derive(Clone, Debug)]
pub(crate) struct NewHash(String);

/// Hashes a password; `None` when too many others wait, and the person should come back in a moment.
pub(crate) async fn hash(app: &App, password: &Password) -> Result<Option<NewHash>, Failure> {
    let Some(place) = app.passwords.enter() else {
        return Ok(None);
    };
    let salt = app.random.bytes::<SALT>()?;
    let password = password.clone();
    let made = place.work(move || kept::make(&password, &salt)).await??;
    Ok(Some(NewHash(made)))
}

impl NewHash {
    /// Makes it the hash of a user, in the caller's transaction.
    pub(crate) async fn put(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        user_id: &str,
    ) -> Result<(), Failure> {
        hashes::put(db, user_id, &self.0, app.clock.now()).await
    }

    /// The same for a user who has no password; false when there is one.
    pub(crate) async fn put_first(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        user_id: &str,
    ) -> Result<bool, Failure> {
        hashes::put_first(db, user_id, &self.0, app.clock.now()).await
    }
}

/// Whether a hash that another system made is of a kind that can be tried here.
pub(crate) fn can_try(hash: &str) -> bool {
    parse(hash).is_some()
}

/// Takes over a hash that another system made; false when it is of no kind that can be tried here. At its owner's
/// first sign-in it is replaced by one of ours.
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
