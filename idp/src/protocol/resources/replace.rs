//! Replacement of a client's resources.

use foundation::{Connection, Failure};

use super::resource::ProtectedResource;
use super::store;

/// Replaces a client's resources, in the caller's transaction. Returns the first one that belongs to another client;
/// the caller then rolls back. Rows are written in the order of their keys to avoid deadlocks.
pub(crate) async fn replace(
    db: &mut Connection<'_>,
    client_id: &str,
    resources: &[ProtectedResource],
) -> Result<Option<String>, Failure> {
    store::clear(db, client_id).await?;
    let mut sorted: Vec<_> = resources.iter().collect();
    sorted.sort_by_key(|one| &one.resource);
    for one in sorted {
        if !store::insert(db, client_id, one).await? {
            return Ok(Some(one.resource.clone()));
        }
    }
    Ok(None)
}
