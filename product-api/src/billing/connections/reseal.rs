//! Seals the key and the secrets of a connection again, once the master secret was replaced.

use foundation::secret::ResealOutcome;
use foundation::{Connection, Failure};

use super::connection::{ENDPOINT_PURPOSE, KEY_PURPOSE, StripeConnection};
use super::store::{endpoints, keys};
use crate::app::App;

/// Seals under the current secret what a previous one has sealed. The row of the connection is locked.
pub(super) async fn reseal(
    app: &App,
    db: &mut Connection<'_>,
    connection: &StripeConnection,
) -> Result<(), Failure> {
    if let Some(sealed) = renewed(app, KEY_PURPOSE, &connection.sealed_key)? {
        keys::reseal_key(db, &connection.id, &sealed).await?;
    }
    for endpoint in endpoints::list_sealed(db, &connection.id).await? {
        if let Some(sealed) = renewed(app, ENDPOINT_PURPOSE, &endpoint.secret)? {
            endpoints::reseal(db, &endpoint.id, &sealed).await?;
        }
    }
    Ok(())
}

/// Returns the new sealed value; `None` if the current secret has sealed it, or no secret opens it.
fn renewed(app: &App, purpose: &str, sealed: &str) -> Result<Option<String>, Failure> {
    match app.sealer.reseal(purpose, sealed)? {
        ResealOutcome::Renewed(sealed) => Ok(Some(sealed)),
        ResealOutcome::Current | ResealOutcome::Unreadable => Ok(None),
    }
}
