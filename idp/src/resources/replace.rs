//! Replacing the resources of a client.

use foundation::{Connection, Failure};

use super::resource::ProtectedResource;
use super::store;

/// Replaces the resources of a client, in the caller's transaction. Returns the first one that belongs to another client;
/// the caller rolls back then. They are written in the order of their keys, so that two callers never wait for each other
/// in a circle.
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
