//! Books the outcome of a checkout in the open transaction: its payment, its credits, its money and its events.

use foundation::{Connection, Failure, id};
use serde_json::{Value, json};

use super::checkout::Checkout;
use super::checkout_terms::CheckoutTerms;
use super::session_facts::SessionFacts;
use crate::app::App;
use crate::billing::currency::Currency;
use crate::billing::payments::{
    Payment, PaymentReversal, PaymentSource, PaymentState, SaleRef, UndividedMoney, divide_cost,
    insert_payment, link_lots, lock_payment_of, mark_reversed, record_fee, record_money,
    update_payment,
};
use crate::credits::{
    LotKind, PurchaseGrant, PurchaseGrantError, WalletKey, grant_and_post, post_billing_event,
};

/// Kind of the cause of a grant.
const SOURCE_KIND: &str = "checkout";

/// A payment that has a row, or gets one.
struct OpenPayment {
    payment: Payment,
    is_new: bool,
}

impl OpenPayment {
    /// Locks the payment of a checkout, or prepares its first row; takes over what Stripe knows now.
    async fn load(
        app: &App,
        db: &mut Connection<'_>,
        checkout: &Checkout,
        facts: &SessionFacts,
    ) -> Result<Self, Failure> {
        let sale = SaleRef {
            connection_id: &checkout.connection_id,
            source: PaymentSource::Checkout,
            source_id: &checkout.id,
        };
        let known = lock_payment_of(db, sale).await?;
        let is_new = known.is_none();
        let mut payment = match known {
            Some(payment) => payment,
            None => new_payment(app, checkout, facts)?,
        };
        payment.note_charge(&facts.charge);
        payment.stripe_invoice = facts.invoice.clone().or(payment.stripe_invoice);
        // Taxes and discounts are known once the buyer has paid.
        payment.amount_minor = facts.amounts.total.max(0);
        payment.tax_minor = facts.amounts.tax.clamp(0, payment.amount_minor);
        payment.discount_minor = facts.amounts.discount.max(0);
        Ok(Self { payment, is_new })
    }

    async fn save(&self, app: &App, db: &mut Connection<'_>) -> Result<(), Failure> {
        if self.is_new {
            insert_payment(db, &self.payment).await
        } else {
            update_payment(db, &self.payment, app.clock.now()).await
        }
    }
}

fn new_payment(app: &App, checkout: &Checkout, facts: &SessionFacts) -> Result<Payment, Failure> {
    // In a review the currency may be another one than that of the terms.
    let currency = Currency::parse(&facts.currency).unwrap_or(checkout.currency);
    Ok(Payment {
        id: id::new("pmt", &app.clock, &app.random)?,
        book_id: checkout.book_id,
        owner: checkout.owner.clone(),
        connection_id: checkout.connection_id.clone(),
        source: PaymentSource::Checkout,
        source_id: checkout.id.clone(),
        stripe_payment_intent: None,
        stripe_charge: None,
        stripe_invoice: None,
        stripe_balance_transaction: None,
        currency,
        amount_minor: 0,
        tax_minor: 0,
        discount_minor: 0,
        granted: 0,
        state: PaymentState::Pending,
        reason: None,
        paid_at: None,
        created_at: app.clock.now(),
        reversal: PaymentReversal::default(),
        undivided: UndividedMoney::default(),
    })
}

/// An outcome without credits.
#[derive(Clone, Copy, Debug)]
pub(super) struct PaymentOutcome<'a> {
    /// The state of the payment.
    pub(super) state: PaymentState,
    /// The reason of a failure or a review.
    pub(super) reason: Option<&'a str>,
}

/// Records a payment that is pending, failed, or needs a review, with its event.
pub(super) async fn record_outcome(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
    outcome: PaymentOutcome<'_>,
) -> Result<(), Failure> {
    let mut open = OpenPayment::load(app, db, checkout, facts).await?;
    let payment = &mut open.payment;
    payment.state = outcome.state;
    payment.reason = outcome.reason.map(ToOwned::to_owned);
    payment.paid_at = (outcome.state == PaymentState::Review).then(|| app.clock.now());
    open.save(app, db).await?;
    mark_reversed(app, db, &open.payment, &facts.charge).await?;
    let kind = match outcome.state {
        PaymentState::Failed => "payment.failed",
        PaymentState::Review => "payment.review",
        PaymentState::Pending | PaymentState::Paid => return Ok(()),
    };
    let billing = billing_of(checkout, Some(&open.payment), outcome.state.word());
    post_billing_event(app, db, &wallet_of(checkout), kind, billing).await
}

/// Grants what a paid checkout has sold, and records the payment, the money and the events. Locks the payment, then the wallet.
pub(super) async fn fulfil(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
) -> Result<(), PurchaseGrantError> {
    let mut open = OpenPayment::load(app, db, checkout, facts).await?;
    let payment = &mut open.payment;
    let events = [
        ("checkout.completed", "completed"),
        ("payment.succeeded", "paid"),
    ];
    let events = events.map(|(kind, status)| (kind, billing_of(checkout, Some(payment), status)));
    let (wallet, grants) = (wallet_of(checkout), grants_of(app, checkout));
    let lots = grant_and_post(app, db, &wallet, &grants, events).await?;
    payment.state = PaymentState::Paid;
    payment.reason = None;
    payment.paid_at = Some(app.clock.now());
    payment.granted = lots.iter().map(|lot| lot.credits).sum();
    record_money(app, db, payment).await?;
    divide_cost(app, db, payment, &lots, payment.net_minor()).await?;
    record_fee(app, db, payment, facts.charge.balance.as_ref()).await?;
    open.save(app, db).await?;
    link_lots(db, &open.payment.id, &lots).await?;
    mark_reversed(app, db, &open.payment, &facts.charge).await?;
    Ok(())
}

/// Records the event of a checkout that was not paid.
pub(super) async fn record_expiry(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
) -> Result<(), Failure> {
    let billing = billing_of(checkout, None, "expired");
    post_billing_event(app, db, &wallet_of(checkout), "checkout.expired", billing).await
}

/// Takes over what Stripe learned about the charge after the checkout was completed: its fee, most of all.
pub(super) async fn note_later_facts(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
) -> Result<(), Failure> {
    let sale = SaleRef {
        connection_id: &checkout.connection_id,
        source: PaymentSource::Checkout,
        source_id: &checkout.id,
    };
    let Some(mut payment) = lock_payment_of(db, sale).await? else {
        return Ok(());
    };
    let mut is_changed = payment.note_charge(&facts.charge);
    if payment.stripe_invoice.is_none() && facts.invoice.is_some() {
        payment.stripe_invoice.clone_from(&facts.invoice);
        is_changed = true;
    }
    is_changed |= record_fee(app, db, &mut payment, facts.charge.balance.as_ref()).await?;
    if is_changed {
        update_payment(db, &payment, app.clock.now()).await?;
    }
    Ok(())
}

fn wallet_of(checkout: &Checkout) -> WalletKey {
    WalletKey {
        book_id: checkout.book_id,
        owner: checkout.owner.clone(),
    }
}

/// Returns the grants of a checkout: the packs, and their bonus as free credits. Both expire by days from now on.
fn grants_of(app: &App, checkout: &Checkout) -> Vec<PurchaseGrant> {
    let (now, terms) = (app.clock.now(), &checkout.terms);
    let grant = |op_key: String, kind, credits, days| PurchaseGrant {
        op_key,
        kind,
        credits,
        expires_at: CheckoutTerms::expiry(days, now),
        feature_id: terms.feature_id,
        source_kind: SOURCE_KIND,
        description: Some(terms.name.clone()),
        actor: checkout.actor.clone(),
    };
    let key = format!("checkout:{}", checkout.id);
    let bonus = (checkout.bonus > 0).then(|| {
        let credits = checkout.total_bonus();
        let days = terms.bonus_expires_days;
        grant(format!("{key}:bonus"), LotKind::Promo, credits, days)
    });
    let credits = checkout.total_credits();
    let bought = grant(key, LotKind::Purchase, credits, terms.expires_days);
    std::iter::once(bought).chain(bonus).collect()
}

/// Returns the member `billing` of an event.
fn billing_of(checkout: &Checkout, payment: Option<&Payment>, status: &str) -> Value {
    let (amount, currency) = payment.map_or_else(
        || (checkout.total_minor(), checkout.currency),
        |payment| (payment.amount_minor, payment.currency),
    );
    json!({
        "payment_id": payment.map(|payment| &payment.id),
        "checkout_id": checkout.id,
        "status": status,
        "amount_minor": amount,
        "currency": currency.code(),
    })
}
