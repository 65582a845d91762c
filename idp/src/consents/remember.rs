//! Storing of a user's consent for a client.

use foundation::{Connection, Failure, Timestamp};

use super::store;
use crate::clients::Scope;

/// Adds scopes to a user's consent for a client, in the caller's transaction. The row is locked from its read to the
/// commit: a concurrent revocation is not undone, and of two concurrent consents neither loses its scopes.
pub(crate) async fn remember(
    db: &mut Connection<'_>,
    whose: (&str, &str),
    allowed: &Scope,
    now: Timestamp,
) -> Result<(), Failure> {
    let before = match store::hold(db, whose, now).await? {
        Some(before) => before,
        None if store::insert(db, whose, &allowed.to_string(), now).await? => return Ok(()),
        // A concurrent request has inserted the consent.
        None => store::hold(db, whose, now).await?.unwrap_or_default(),
    };
    let scope = Scope::parse(&before).unwrap_or_default().and(allowed);
    store::put(db, whose, &scope.to_string(), now).await
}
