//! Rejects the end of a link through which Stripe still bills subscribers.

use foundation::Connection;

use super::store::live_subscriptions;
use crate::problem::{Kind, Problem};

/// Rejects with 409 the end of a connection through which a subscription is billed.
pub(super) async fn check_connection_subscriptions(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<(), Problem> {
    let found = live_subscriptions::find_of_connection(db, connection_id).await?;
    found.map_or(Ok(()), |id| Err(subscription_exists(&id, DISCONNECT)))
}

/// Rejects with 409 the end of a website's links through which a subscription is billed.
pub(crate) async fn check_website_subscriptions(
    db: &mut Connection<'_>,
    website_id: &str,
) -> Result<(), Problem> {
    let found = live_subscriptions::find_of_website(db, website_id).await?;
    found.map_or(Ok(()), |id| Err(subscription_exists(&id, HAND_OVER)))
}

const DISCONNECT: &str = "\
    Stripe still bills a subscription, which would get no more credits. Cancel all subscriptions first, or disconnect anyway with \
    `force`. Nothing was done.";

const HAND_OVER: &str = "\
    Stripe still bills a subscription through the account of the present owner. Cancel all subscriptions first, or hand the website \
    over anyway with `force`. Nothing was done.";

fn subscription_exists(id: &str, detail: &str) -> Problem {
    Problem::new(Kind::SubscriptionExists, detail).with("object", id)
}
