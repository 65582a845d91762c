//! Loads a request by its id, and the connection of its subscription.

use foundation::Failure;

use super::store;
use super::subscription_request::SubscriptionRequest;
use crate::app::App;
use crate::billing::subscriptions::{Subscription, find_subscription};

/// Loads a request that this request or sweep has found before; fails as a defect if it is absent.
pub(super) async fn load(app: &App, id: &str) -> Result<SubscriptionRequest, Failure> {
    let mut reader = app.database.reader().await?;
    let found = store::find(&mut reader.connection(), id).await?;
    found.ok_or_else(|| Failure::defect("a request about a subscription is gone"))
}

/// Loads the subscription of a request; fails as a defect if it is absent.
pub(super) async fn load_subscription(app: &App, id: &str) -> Result<Subscription, Failure> {
    let mut reader = app.database.reader().await?;
    let found = find_subscription(&mut reader.connection(), id).await?;
    found.ok_or_else(|| Failure::defect("a request is about no subscription"))
}

/// Returns the connection of a subscription.
pub(super) async fn load_connection_id(app: &App, id: &str) -> Result<String, Failure> {
    Ok(load_subscription(app, id).await?.connection_id)
}
