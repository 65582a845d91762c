//! Locks a user who is about to receive a website: a concurrent deletion or deactivation waits.

use foundation::{Connection, Failure};

use super::store;

/// Locks a user in the open transaction; false if the user has no row or is not active.
pub(crate) async fn lock_active(db: &mut Connection<'_>, user_id: &str) -> Result<bool, Failure> {
    store::lock_active(db, user_id).await
}
