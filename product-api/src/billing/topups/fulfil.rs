//! Books a paid top-up in the open transaction: its payment, its credits, its money and the event of the payment.

use foundation::{Connection, Failure, id};

use super::announce::billing_of;
use super::attempt::Attempt;
use super::terms::TopUpTerms;
use super::topup_facts::TopUpFacts;
use crate::app::App;
use crate::billing::currency::Currency;
use crate::billing::payments::{
    Payment, PaymentReversal, PaymentSource, PaymentState, SaleRef, UndividedMoney, divide_cost,
    insert_payment, link_lots, lock_payment_of, mark_payment, record_money,
};
use crate::credits::{
    LotKind, PurchaseGrant, PurchaseGrantError, grant_within, post_billing_event,
};

/// Kind of the cause of a grant.
const SOURCE_KIND: &str = "topup";

/// Returns true if the payment of an attempt was recorded before; locks it.
pub(super) async fn has_payment(
    db: &mut Connection<'_>,
    attempt: &Attempt,
) -> Result<bool, Failure> {
    let sale = SaleRef {
        connection_id: &attempt.connection_id,
        source: PaymentSource::TopUp,
        source_id: &attempt.id,
    };
    Ok(lock_payment_of(db, sale).await?.is_some())
}

/// Grants what a paid attempt has bought, and records the payment, the money and the event. Locks the wallet. The payment is
/// marked, so that a server fetches its fee.
pub(super) async fn fulfil(
    app: &App,
    db: &mut Connection<'_>,
    attempt: &Attempt,
    facts: &TopUpFacts,
) -> Result<(), PurchaseGrantError> {
    let lots = grant_within(app, db, &attempt.wallet, &grants_of(app, attempt)).await?;
    let mut payment = new_payment(app, attempt, facts, PaymentState::Paid)?;
    payment.granted = lots.iter().map(|lot| lot.credits).sum();
    record_money(app, db, &payment).await?;
    divide_cost(app, db, &payment, &lots, payment.net_minor()).await?;
    insert_payment(db, &payment).await?;
    link_lots(db, &payment.id, &lots).await?;
    announce_payment(app, db, attempt, &payment).await?;
    mark_payment(app, db, &payment).await?;
    Ok(())
}

/// Records a payment that differs from the terms of its attempt, with its event.
pub(super) async fn record_review(
    app: &App,
    db: &mut Connection<'_>,
    attempt: &Attempt,
    facts: &TopUpFacts,
    reason: &str,
) -> Result<(), Failure> {
    let mut payment = new_payment(app, attempt, facts, PaymentState::Review)?;
    payment.reason = Some(reason.to_owned());
    insert_payment(db, &payment).await?;
    // The event locks the wallet, which is locked before objects are marked.
    announce_payment(app, db, attempt, &payment).await?;
    mark_payment(app, db, &payment).await
}

fn new_payment(
    app: &App,
    attempt: &Attempt,
    facts: &TopUpFacts,
    state: PaymentState,
) -> Result<Payment, Failure> {
    let now = app.clock.now();
    let amount_minor = facts.paid.max(0);
    Ok(Payment {
        id: id::new("pmt", &app.clock, &app.random)?,
        book_id: attempt.wallet.book_id,
        owner: attempt.wallet.owner.clone(),
        connection_id: attempt.connection_id.clone(),
        source: PaymentSource::TopUp,
        source_id: attempt.id.clone(),
        stripe_payment_intent: facts.payment_intent.clone(),
        stripe_charge: None,
        stripe_invoice: Some(facts.id.clone()),
        stripe_balance_transaction: None,
        // In a review the currency may be another one than that of the terms.
        currency: Currency::parse(&facts.currency).unwrap_or(attempt.currency),
        amount_minor,
        tax_minor: facts.paid_tax(),
        discount_minor: facts.discount.max(0),
        granted: 0,
        state,
        reason: None,
        paid_at: Some(now),
        created_at: now,
        reversal: PaymentReversal::default(),
        undivided: UndividedMoney::default(),
    })
}

/// Records the event of a payment.
async fn announce_payment(
    app: &App,
    db: &mut Connection<'_>,
    attempt: &Attempt,
    payment: &Payment,
) -> Result<(), Failure> {
    let kind = match payment.state {
        PaymentState::Paid => "payment.succeeded",
        PaymentState::Review => "payment.review",
        PaymentState::Pending | PaymentState::Failed => return Ok(()),
    };
    let mut billing = billing_of(attempt, payment.state.word());
    if let Some(members) = billing.as_object_mut() {
        members.insert("payment_id".to_owned(), payment.id.as_str().into());
        members.insert("amount_minor".to_owned(), payment.amount_minor.into());
        members.insert("currency".to_owned(), payment.currency.code().into());
    }
    post_billing_event(app, db, &attempt.wallet, kind, billing).await
}

/// Returns the grants of an attempt: the packs, and their bonus as free credits. Both expire by days from now on.
fn grants_of(app: &App, attempt: &Attempt) -> Vec<PurchaseGrant> {
    let (now, terms) = (app.clock.now(), &attempt.terms);
    let grant = |op_key: String, kind, credits, days| PurchaseGrant {
        op_key,
        kind,
        credits,
        expires_at: TopUpTerms::expiry(days, now),
        feature_id: terms.feature_id,
        source_kind: SOURCE_KIND,
        description: Some(terms.name.clone()),
        actor: attempt.actor.clone(),
    };
    let key = format!("topup:{}", attempt.id);
    let bonus = (attempt.bonus > 0).then(|| {
        let credits = attempt.total_bonus();
        let days = terms.bonus_expires_days;
        grant(format!("{key}:bonus"), LotKind::Promo, credits, days)
    });
    let credits = attempt.total_credits();
    let bought = grant(key, LotKind::Purchase, credits, terms.expires_days);
    std::iter::once(bought).chain(bonus).collect()
}
