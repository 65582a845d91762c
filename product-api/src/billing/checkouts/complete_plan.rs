//! Completes the checkout of a plan: its subscription and its invoice, which bring the credits, are marked.

use foundation::{Connection, Failure};
use serde_json::json;

use super::checkout::Checkout;
use super::session_facts::SessionFacts;
use crate::app::App;
use crate::billing::marks::{MarkedObject, ObjectKind, mark};
use crate::credits::{WalletKey, post_billing_event};

/// Marks the objects that a finished session of a plan has begun. Also a checkout whose facts differ from its terms has begun
/// them, and a later look at them changes nothing.
pub(super) async fn mark_subscription(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
) -> Result<(), Failure> {
    let objects = [
        (ObjectKind::Subscription, &facts.subscription),
        (ObjectKind::Invoice, &facts.invoice),
    ];
    for (kind, id) in objects {
        let Some(object_id) = id else { continue };
        let object = MarkedObject {
            connection_id: &checkout.connection_id,
            kind,
            object_id,
        };
        mark(db, object, None, app.clock.now()).await?;
    }
    Ok(())
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
