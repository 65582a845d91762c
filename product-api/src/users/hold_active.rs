//! Holding a person who is to be given something, so that they do not go meanwhile.

use foundation::{Connection, Failure};

use super::store;

/// Holds a person in the open transaction; false unless they were here before and may come in.
pub(crate) async fn hold_active(db: &mut Connection<'_>, user_id: &str) -> Result<bool, Failure> {
    store::hold_active(db, user_id).await
}
