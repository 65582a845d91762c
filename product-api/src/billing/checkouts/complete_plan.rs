//! Completes the checkout of a plan: its subscription is marked, whose invoice brings the credits.

use foundation::{Connection, Failure};
use serde_json::json;

use super::checkout::Checkout;
use super::session_facts::SessionFacts;
use crate::app::App;
use crate::billing::marks::{MarkedObject, ObjectKind, mark, mark_again};
use crate::credits::{WalletKey, post_billing_event};

/// Marks the subscription that a finished session of a plan has begun; its application marks a new invoice. An invoice that was
/// applied before has waited for this session. Also a checkout whose facts differ from its terms has begun them, and a later look
/// at them changes nothing.
pub(super) async fn mark_subscription(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let object = |kind, object_id| MarkedObject {
        connection_id: &checkout.connection_id,
        kind,
        object_id,
    };
    if let Some(id) = &facts.subscription {
        mark(db, object(ObjectKind::Subscription, id), None, now).await?;
    }
    if let Some(id) = &facts.invoice {
        mark_again(db, object(ObjectKind::Invoice, id), now).await?;
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
    // The application of a subscription locks the wallet, if at all, before it marks the invoice.
    post_billing_event(app, db, &wallet, "checkout.completed", billing).await?;
    mark_subscription(app, db, checkout, facts).await
}
