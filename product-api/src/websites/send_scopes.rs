//! Gives the clients of websites that an older version registered the scopes that users can grant now.

use foundation::Failure;

use super::idp::{CLIENT_SCOPE, RegisterRefusal};
use super::send_changes::LEASE_DURATION;
use super::store::clients::{self, ClientLease};
use super::store::scopes;
use crate::app::App;

/// Sends the scopes of some clients that may lack one; returns the number of websites tried. A failure leaves the website to a
/// later sweep and does not prevent the others.
pub(super) async fn send_scopes(app: &App) -> Result<u64, Failure> {
    let behind = {
        let mut reader = app.database.reader().await?;
        scopes::behind(&mut reader.connection(), app.clock.now()).await?
    };
    let mut tried = 0;
    for website_id in behind {
        tried += 1;
        if let Err(failure) = send_of_website(app, &website_id).await {
            tracing::warn!(%failure, website = website_id, "the clients of a website still lack a scope");
        }
    }
    Ok(tried)
}

/// Sends the scopes of a website's clients, unless another request has the lease on them.
async fn send_of_website(app: &App, website_id: &str) -> Result<(), Failure> {
    let now = app.clock.now();
    let until = now.plus(LEASE_DURATION);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let lease = clients::take_lease(&mut db, website_id, false, now, until).await?;
    transaction.commit().await?;
    let Some(lease) = lease else {
        return Ok(());
    };
    let sent = send(app, &lease).await;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if sent.is_ok() {
        scopes::mark_sent(&mut db, website_id, until).await?;
    }
    clients::release_lease(&mut db, website_id, until, app.clock.now()).await?;
    transaction.commit().await?;
    sent
}

async fn send(app: &App, lease: &ClientLease) -> Result<(), Failure> {
    let ids = [Some(&lease.client_id), lease.public_client_id.as_ref()];
    for client_id in ids.into_iter().flatten() {
        // A public client that has an id and was never registered has nothing to update.
        let Some(registration) = app.registrar.find(client_id).await? else {
            continue;
        };
        let Some(scope) = registration.scope_with(CLIENT_SCOPE) else {
            continue;
        };
        let changed = registration.with("scope", Some(scope));
        match app.registrar.replace(client_id, changed).await {
            Ok(()) => {}
            Err(RegisterRefusal::Failure(failure)) => return Err(failure),
            Err(RegisterRefusal::Refused(_)) => {
                let doing = "giving a website's client a scope";
                return Err(Failure::unavailable(
                    doing,
                    "the identity provider refuses the client",
                ));
            }
        }
    }
    Ok(())
}
