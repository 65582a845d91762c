//! Deletes endpoints at Stripe whose secrets no longer count.

use foundation::Failure;

use super::account_calls::delete_endpoint;
use super::find::find_connection;
use super::open_account::open_account;
use super::store::endpoints::{self, RetiredEndpoint};
use crate::app::App;
use crate::billing::stripe::Priority;

/// Deletes the endpoints whose time has come. One that Stripe does not delete now stays for the next time.
pub(super) async fn retire_endpoints(app: &App) -> Result<(), Failure> {
    let retired = {
        let mut reader = app.database.reader().await?;
        endpoints::list_retired(&mut reader.connection(), app.clock.now()).await?
    };
    for endpoint in retired {
        if is_deleted(app, &endpoint).await? {
            let mut transaction = app.database.begin().await?;
            endpoints::delete(&mut transaction.connection(), &endpoint.id).await?;
            transaction.commit().await?;
        }
    }
    Ok(())
}

/// Deletes an endpoint at Stripe; false if that has to be tried again.
async fn is_deleted(app: &App, endpoint: &RetiredEndpoint) -> Result<bool, Failure> {
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &endpoint.connection_id).await?
    };
    let usable = connection.filter(|connection| connection.state.is_usable());
    let Some(connection) = usable else {
        return Ok(false);
    };
    let account = open_account(app, &connection, Priority::Reconcile)?;
    match delete_endpoint(&account, &endpoint.id).await {
        Ok(()) => Ok(true),
        Err(error) => {
            tracing::warn!(connection = connection.id, %error, "a retired endpoint stays at Stripe");
            Ok(false)
        }
    }
}
