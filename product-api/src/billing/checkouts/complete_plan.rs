//! Completes the checkout of a plan: its subscription is marked, whose invoice brings the credits.

use foundation::{Connection, Failure};
use serde_json::json;

use super::checkout::Checkout;
use super::session_facts::SessionFacts;
use crate::app::App;
use crate::billing::marks::{MarkedObject, ObjectKind, mark};
use crate::credits::{WalletKey, post_billing_event};

/// Marks the subscription that a finished session of a plan has begun; its application marks the invoice. Also a checkout whose
/// facts differ from its terms has begun one, and a later look at it changes nothing.
pub(super) async fn mark_subscription(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
) -> Result<(), Failure> {
    let Some(object_id) = &facts.subscription else {
        return Ok(());
    };
    let object = MarkedObject {
        connection_id: &checkout.connection_id,
        kind: ObjectKind::Subscription,
        object_id,
    };
    mark(db, object, None, app.clock.now()).await
}

/// Records that the buyer has subscribed. The invoice's own application grants the credits.
pub(super) async fn complete_plan(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
) -> Result<(), Failure> {
    mark_subscription(app, db, checkout, facts).await?;
    let wallet = WalletKey {
        book_id: checkout.book_id,
        owner: checkout.owner.clone(),
    };
    let billing = json!({
        "checkout_id": checkout.id,
        "plan": checkout.terms.code,
        "status": "completed",
        "amount_minor": checkout.total_minor(),
        "currency": checkout.currency.code(),
    });
    post_billing_event(app, db, &wallet, "checkout.completed", billing).await
}
