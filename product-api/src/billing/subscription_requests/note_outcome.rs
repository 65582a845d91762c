//! Notes the outcome of a request, and marks what it has changed, in one transaction.

use foundation::Failure;

use super::store;
use super::subscription_request::{RequestOutcome, SubscriptionRequest};
use crate::app::App;
use crate::billing::marks::{MarkedObject, ObjectKind, mark};
use crate::billing::subscriptions::Subscription;

/// Ends a request with an outcome. The subscription is marked, because its change, or a change that waits, is applied by a look at
/// it.
pub(super) async fn note_outcome(
    app: &App,
    subscription: &Subscription,
    request: &SubscriptionRequest,
    outcome: &RequestOutcome,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::end(&mut db, &request.id, outcome, now).await?;
    let object = MarkedObject {
        connection_id: &subscription.connection_id,
        kind: ObjectKind::Subscription,
        object_id: &subscription.stripe_id,
    };
    mark(&mut db, object, None, now).await?;
    transaction.commit().await
}
