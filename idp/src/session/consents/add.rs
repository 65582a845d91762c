//! Storing of a user's consent for a client.

use foundation::{Connection, Failure, Timestamp};

use super::consent::ConsentKey;
use super::store;
use crate::protocol::clients::Scope;

/// Adds scopes to a user's consent for a client, in the caller's transaction. The row is locked from its read to the
/// commit: a concurrent revocation is not undone, and of two concurrent consents neither loses its scopes.
pub(crate) async fn add_consent(
    db: &mut Connection<'_>,
    consent: ConsentKey<'_>,
    allowed: &Scope,
    now: Timestamp,
) -> Result<(), Failure> {
    let before = match store::lock(db, consent, now).await? {
        Some(before) => before,
        None if store::insert(db, consent, &allowed.to_string(), now).await? => return Ok(()),
        // A concurrent request has inserted the consent.
        None => store::lock(db, consent, now).await?.unwrap_or_default(),
    };
    let scope = Scope::parse(&before).unwrap_or_default().and(allowed);
    store::put(db, consent, &scope.to_string(), now).await
}
