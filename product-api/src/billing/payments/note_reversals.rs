//! Writes the refunds and disputes of a payment as they are at Stripe, with the events and the audit entries of their changes.

use foundation::{Connection, Failure, Timestamp, id};
use serde_json::{Map, Value, json};

use super::dispute::Dispute;
use super::mail_owner::mail_dispute;
use super::payment::Payment;
use super::refund::{Refund, RefundRecord, RefundState};
use super::reversal_facts::{DisputeFacts, RefundFacts, ReversalFacts};
use super::store;
use crate::app::App;
use crate::audit::{self, Action, AuditEntry, Event};
use crate::credits::{WalletKey, post_billing_event};

/// Writes what has changed. The caller has locked the payment's row, and settles the payment afterwards.
pub(super) async fn note_reversals(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    facts: &ReversalFacts,
) -> Result<(), Failure> {
    for refund in &facts.refunds {
        note_refund(app, db, payment, refund).await?;
    }
    let known = store::disputes_of(db, &payment.id).await?;
    for dispute in &facts.disputes {
        let row = known.iter().find(|row| row.stripe_id == dispute.stripe_id);
        note_dispute(app, db, payment, dispute, row).await?;
    }
    Ok(())
}

/// Writes a refund as it is at Stripe. The caller has locked the payment's row, and settles the payment afterwards.
pub(super) async fn note_refund(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    facts: &RefundFacts,
) -> Result<(), Failure> {
    let known = store::refunds_of(db, &payment.id).await?;
    let row = known.iter().find(|row| facts.is_of(row));
    let was_counted = row.is_some_and(|row| row.state.is_counted());
    let after = match row {
        Some(row) => {
            let after = facts.applied_to(row);
            if after == *row {
                return Ok(());
            }
            store::update_refund(db, &after, app.clock.now()).await?;
            after
        }
        None if facts.amount_minor <= 0 => return Ok(()),
        None => {
            let after = facts.applied_to(&new_refund(app, payment, facts)?);
            store::insert_refund(db, &after, None).await?;
            after
        }
    };
    if after.state.is_counted() && !was_counted {
        announce_refund(app, db, payment, &after).await?;
    }
    Ok(())
}

fn new_refund(app: &App, payment: &Payment, facts: &RefundFacts) -> Result<Refund, Failure> {
    Ok(Refund {
        id: id::new("rfd", &app.clock, &app.random)?,
        payment_id: payment.id.clone(),
        connection_id: payment.connection_id.clone(),
        stripe_id: None,
        amount_minor: facts.amount_minor,
        state: RefundState::Pending,
        reason: None,
        failure: None,
        actor: None,
        attempt: 1,
        record: RefundRecord::None,
        tax_minor: 0,
        unused_cost_minor: 0,
        created_at: facts.created_at.unwrap_or_else(|| app.clock.now()),
    })
}

async fn announce_refund(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    refund: &Refund,
) -> Result<(), Failure> {
    let mut billing = billing_of(payment, refund.state.word(), refund.amount_minor);
    billing.insert("refund_id".to_owned(), json!(refund.id));
    let billing = Value::Object(billing);
    post_billing_event(app, db, &wallet_of(payment), "payment.refunded", billing).await
}

async fn note_dispute(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    facts: &DisputeFacts,
    row: Option<&Dispute>,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let after = if let Some(row) = row {
        let after = facts.applied_to(row, now);
        if after == *row {
            return Ok(());
        }
        store::update_dispute(db, &after, now).await?;
        after
    } else {
        let after = facts.applied_to(&new_dispute(app, payment, facts)?, now);
        store::insert_dispute(db, &after, now).await?;
        after
    };
    if row.is_some_and(|row| row.state == after.state) {
        return Ok(());
    }
    announce_dispute(app, db, payment, &after).await
}

fn new_dispute(app: &App, payment: &Payment, facts: &DisputeFacts) -> Result<Dispute, Failure> {
    Ok(Dispute {
        id: id::new("dsp", &app.clock, &app.random)?,
        payment_id: payment.id.clone(),
        book_id: payment.book_id,
        connection_id: payment.connection_id.clone(),
        stripe_id: facts.stripe_id.clone(),
        amount_minor: facts.amount_minor,
        withdrawn_minor: facts.withdrawn_minor,
        status: facts.status.clone(),
        state: facts.state(),
        reason: None,
        due_by: None,
        moves: 0,
        recorded_minor: 0,
        recorded_lost_minor: 0,
        unused_cost_minor: 0,
        opened_at: facts.opened_at.unwrap_or_else(|| app.clock.now()),
        closed_at: None,
    })
}

async fn announce_dispute(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    dispute: &Dispute,
) -> Result<(), Failure> {
    let kind = dispute.state.event(dispute.withdrawn_minor);
    let mut billing = billing_of(payment, &dispute.status, dispute.amount_minor);
    billing.insert("dispute_id".to_owned(), json!(dispute.id));
    let due_by = dispute.due_by.map(Timestamp::to_iso8601);
    billing.insert("due_by".to_owned(), json!(due_by));
    let billing = Value::Object(billing);
    post_billing_event(app, db, &wallet_of(payment), kind, billing).await?;
    let action = match kind {
        "dispute.won" => Action::DisputeWon,
        "dispute.lost" => Action::DisputeLost,
        _ => Action::DisputeOpened,
    };
    let details = json!({
        "payment": payment.id,
        "status": dispute.status,
        "amount_minor": dispute.amount_minor,
        "currency": payment.currency.code(),
        "due_by": dispute.due_by.map(Timestamp::to_iso8601),
    });
    record_action(app, db, payment, action.on(&dispute.id, details)).await?;
    mail_dispute(app, db, payment, dispute).await
}

/// Records an action of Stripe on a payment in the audit log of its website.
pub(super) async fn record_action(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    entry: AuditEntry<'_>,
) -> Result<(), Failure> {
    let website_id = store::website_of_book(db, payment.book_id).await?;
    let event = Event {
        actor: "system",
        session: None,
        action: entry.action,
        website_id: website_id.as_deref(),
        subject: entry.subject,
        details: entry.details,
    };
    audit::record(db, &event, &app.clock, &app.random).await
}

/// Returns the wallet of a payment's buyer.
pub(super) fn wallet_of(payment: &Payment) -> WalletKey {
    WalletKey {
        book_id: payment.book_id,
        owner: payment.owner.clone(),
    }
}

/// Returns the member `billing` of an event about a payment.
pub(super) fn billing_of(payment: &Payment, status: &str, amount_minor: i64) -> Map<String, Value> {
    let mut billing: Map<String, Value> = [
        ("payment_id", json!(payment.id)),
        ("checkout_id", json!(payment.checkout_id())),
        ("status", json!(status)),
        ("amount_minor", json!(amount_minor)),
        ("currency", json!(payment.currency.code())),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into_iter()
    .collect();
    if let Some(id) = payment.subscription_id() {
        billing.insert("subscription_id".to_owned(), json!(id));
    }
    billing
}
