//! Disconnects an account: deletes its endpoints, erases its key and unlinks its books.

use foundation::secret::SecretString;
use serde_json::json;

use super::account_calls::delete_endpoint;
use super::check_subscriptions::check_connection_subscriptions;
use super::connection::StripeConnection;
use super::connection_state::ConnectionState;
use super::list::{VisibleConnection, find_own, find_visible};
use super::open_account::open_key;
use super::store::{books, connections, endpoints};
use crate::app::App;
use crate::audit::Action;
use crate::billing::stripe::Priority;
use crate::credits;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Disconnects an account; rejects with 409 if a subscription is live, unless it is forced. Idempotent.
pub(super) async fn disconnect(
    app: &App,
    access: &SiteAccess,
    id: &str,
    is_forced: bool,
) -> Result<VisibleConnection, Problem> {
    let connection = find_own(app, access, id).await?;
    if connection.state != ConnectionState::Disconnected {
        let endpoints = erase(app, access, &connection, is_forced).await?;
        // A revoked key deletes nothing; Stripe switches an endpoint off that answers 404.
        if connection.state.is_usable() {
            let key = open_key(app, &connection.sealed_key)?;
            delete_at_stripe(app, &connection, key, &endpoints).await;
        }
    }
    find_visible(app, access, id).await
}

/// Erases keys, secrets and links. Returns Stripe's ids of the endpoints.
async fn erase(
    app: &App,
    access: &SiteAccess,
    connection: &StripeConnection,
    is_forced: bool,
) -> Result<Vec<String>, Problem> {
    let (id, now) = (&connection.id, app.clock.now());
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    connections::lock(&mut db, id).await?;
    if !is_forced {
        check_connection_subscriptions(&mut db, id).await?;
    }
    let endpoints = endpoints::list_ids(&mut db, id).await?;
    endpoints::delete_all(&mut db, id).await?;
    books::unlink_all(&mut db, id, now).await?;
    connections::erase(&mut db, id, now).await?;
    let details = json!({ "mode": connection.mode.word(), "account": connection.account_id });
    let entry = Action::StripeDisconnected.on(id, details);
    access.record(app, &mut db, entry).await?;
    transaction.commit().await?;
    credits::forget_cached_books(app);
    Ok(endpoints)
}

async fn delete_at_stripe(
    app: &App,
    connection: &StripeConnection,
    key: SecretString,
    endpoints: &[String],
) {
    let account = app
        .stripe
        .account(&connection.id, key, connection.mode, Priority::Buyer);
    for id in endpoints {
        if let Err(error) = delete_endpoint(&account, id).await {
            tracing::warn!(connection = connection.id, %error, "an endpoint stays at Stripe");
        }
    }
}
