//! Remembering what a user allows a client.

use foundation::{Connection, Failure, Timestamp};

use super::store;
use crate::clients::Scope;

/// Remembers what a user allows a client now beside what they allowed it before, in the caller's transaction. The row is
/// held from the look at it to the commit: what is taken back meanwhile stays taken back, and of two answers at a time
/// none loses the other's words.
pub(crate) async fn remember(
    db: &mut Connection<'_>,
    whose: (&str, &str),
    allowed: &Scope,
    now: Timestamp,
) -> Result<(), Failure> {
    let before = match store::hold(db, whose, now).await? {
        Some(before) => before,
        None if store::insert(db, whose, &allowed.to_string(), now).await? => return Ok(()),
        // It was allowed something at the same time.
        None => store::hold(db, whose, now).await?.unwrap_or_default(),
    };
    let scope = Scope::parse(&before).unwrap_or_default().and(allowed);
    store::put(db, whose, &scope.to_string(), now).await
}
