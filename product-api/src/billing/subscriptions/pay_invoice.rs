//! Books a paid invoice in the open transaction: its payment, the allowances, the money and the events.

use foundation::{Connection, Failure, id};
use serde_json::Value;

use super::allowance::AllowanceKind;
use super::grant_allowances::{AllowanceBatch, grant_allowances};
use super::invoice_facts::InvoiceFacts;
use super::invoice_grants::{BillingCycle, InvoiceGrants, PlanOfPrice, invoice_grants};
use super::judge_checkout::{CheckoutJudgement, NOT_COMPLETED, judge_checkout};
use super::show_standing::{GraceTimes, billing_of, save_standing};
use super::subscription::Subscription;
use super::take_period::take_period;
use crate::app::App;
use crate::billing::catalog::SoldPlan;
use crate::billing::currency::Currency;
use crate::billing::payments::{
    Payment, PaymentReversal, PaymentSource, PaymentState, SaleRef, UndividedMoney, divide_cost,
    insert_payment, link_lots, lock_payment_of, mark_payment, recognize_breakage, record_money,
    settle_payment, update_payment,
};
use crate::credits::{GrantedLot, post_billing_events};

/// Reason of a payment whose price belongs to no plan of ours.
pub(super) const UNMAPPED: &str = "unmapped-price";
/// Reason of a payment that brings no credits.
pub(super) const NOTHING: &str = "nothing-to-grant";
/// Reason of a payment that came after the end of its subscription.
const AFTER_END: &str = "paid-after-end";
/// Reason of a payment in review that its owner has accepted, until its credits are granted.
pub(super) const ACCEPTED: &str = "accepted-after-end";

/// Books a paid invoice of a locked subscription; a second call changes nothing, unless its price belongs to a plan since. The first
/// invoice waits until its checkout is completed.
pub(super) async fn pay_invoice(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
    facts: &InvoiceFacts,
    plans: &[PlanOfPrice],
) -> Result<(), Failure> {
    let source_id = format!("{}:{}", subscription.id, facts.id);
    let sale = SaleRef {
        connection_id: &subscription.connection_id,
        source: PaymentSource::Subscription,
        source_id: &source_id,
    };
    let earlier = lock_payment_of(db, sale).await?;
    if earlier
        .as_ref()
        .is_some_and(|earlier| !waits_for_grant(earlier))
    {
        return Ok(());
    }
    let reason = earlier
        .as_ref()
        .and_then(|earlier| earlier.reason.as_deref());
    let is_accepted = reason == Some(ACCEPTED);
    let cycle = BillingCycle {
        is_granted_at_once: is_accepted && subscription.is_over(),
        ..BillingCycle::new(subscription)
    };
    let grants = invoice_grants(facts, plans, cycle);
    let judgement = if is_accepted {
        CheckoutJudgement::Grant
    } else {
        judge_checkout(app, db, subscription).await?
    };
    let is_late = !is_accepted && is_after_end(app, subscription, facts);
    let review = match &judgement {
        CheckoutJudgement::Wait => return Ok(()),
        CheckoutJudgement::Review(reason) => Some(reason.as_str()),
        CheckoutJudgement::Grant if is_late => Some(AFTER_END),
        CheckoutJudgement::Grant => review_reason(&grants),
    };
    let paid = PaidInvoice {
        facts,
        plan: plan_of(subscription, facts, plans),
        review,
        grants,
        source_id,
        earlier,
    };
    // A price that still belongs to no plan changes nothing.
    if paid.earlier.is_some() && paid.review.is_some() {
        return Ok(());
    }
    book(app, db, subscription, &paid).await
}

/// Returns true if a payment in review may still get its credits: a plan, a checkout or its owner decides, and no money went back.
/// A payment that its owner has accepted may be refunded in part: its settlement takes the credits of the refund back.
fn waits_for_grant(payment: &Payment) -> bool {
    let reversal = &payment.reversal;
    let is_accepted = payment.reason.as_deref() == Some(ACCEPTED);
    let keeps_part = is_accepted && reversal.refunded_minor < payment.amount_minor;
    payment.state == PaymentState::Review
        && matches!(
            payment.reason.as_deref(),
            Some(UNMAPPED | ACCEPTED | NOT_COMPLETED)
        )
        && (reversal.refunded_minor == 0 || keeps_part)
        && reversal.withdrawn_minor == 0
}

/// A paid invoice and what follows from it.
struct PaidInvoice<'a> {
    facts: &'a InvoiceFacts,
    /// The version of the plan that it pays.
    plan: Option<&'a SoldPlan>,
    /// The reason why nothing is granted and its owner decides.
    review: Option<&'a str>,
    grants: InvoiceGrants,
    source_id: String,
    /// The payment that was recorded before its price belonged to a plan.
    earlier: Option<Payment>,
}

impl PaidInvoice<'_> {
    /// Returns true if money or credits for money follow: a trial moves neither.
    fn has_payment(&self) -> bool {
        let mut allowances = self.grants.allowances.iter();
        self.facts.amounts.paid > 0 || allowances.any(|one| one.kind != AllowanceKind::Trial)
    }

    /// Returns the allowances to be granted; none while the owner of the website decides.
    fn batch<'b>(
        &'b self,
        payment_id: Option<&'b str>,
        times: GraceTimes,
    ) -> Option<AllowanceBatch<'b>> {
        let plan = self.plan.filter(|_| self.review.is_none())?;
        Some(AllowanceBatch {
            plan,
            allowances: &self.grants.allowances,
            payment_id,
            renewal_grace: times.renewal,
        })
    }

    /// Returns the payment that was recorded before, with its new shares; else a new one.
    fn payment(&self, new: Payment) -> Payment {
        match &self.earlier {
            Some(earlier) => Payment {
                undivided: new.undivided,
                ..earlier.clone()
            },
            None => new,
        }
    }
}

/// Returns the version of the plan that an invoice pays: that of its last line with a price above zero, else the subscription's.
fn plan_of<'a>(
    subscription: &Subscription,
    facts: &InvoiceFacts,
    plans: &'a [PlanOfPrice],
) -> Option<&'a SoldPlan> {
    let mut lines = facts.lines.iter().rev();
    let paid = lines.find(|line| line.amount_minor > 0);
    let paid = paid.and_then(|line| line.price_id.as_ref());
    let prices = [paid, subscription.stripe_price_id.as_ref()];
    let found = prices.into_iter().flatten().find_map(|price| {
        let mut plans = plans.iter();
        plans.find(|one| one.stripe_price_id == *price)
    });
    found.or(plans.last()).map(|found| &found.plan)
}

/// Returns true if an invoice was paid after its subscription had ended.
fn is_after_end(app: &App, subscription: &Subscription, facts: &InvoiceFacts) -> bool {
    let paid_at = facts.paid_at.unwrap_or_else(|| app.clock.now());
    subscription.is_over() && subscription.ended_at.is_some_and(|ended| paid_at > ended)
}

/// Returns the reason why a paid invoice grants nothing.
fn review_reason(grants: &InvoiceGrants) -> Option<&'static str> {
    if !grants.allowances.is_empty() {
        return None;
    }
    Some(if grants.unmapped.is_empty() {
        NOTHING
    } else {
        UNMAPPED
    })
}

async fn book(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
    paid: &PaidInvoice<'_>,
) -> Result<(), Failure> {
    let has_payment = paid.has_payment();
    let mut payment = paid.payment(new_payment(app, subscription, paid)?);
    let payment_id = has_payment.then_some(payment.id.as_str());
    if paid.review.is_none() {
        take_period(app, db, subscription, &paid.grants, payment_id).await?;
    }
    let times = save_standing(app, db, subscription, paid.plan).await?;
    let lots = match paid.batch(payment_id, times) {
        Some(batch) => grant_allowances(app, db, subscription, batch).await?,
        None => Vec::new(),
    };
    if !has_payment {
        return Ok(());
    }
    payment.granted = lots.iter().map(|lot| lot.credits).sum();
    record_shares(app, db, subscription, &mut payment, &lots).await?;
    match &paid.earlier {
        Some(_) => update_payment(db, &payment, app.clock.now()).await?,
        None => insert_payment(db, &payment).await?,
    }
    link_lots(db, &payment.id, &lots).await?;
    // The event locks the wallet, which is locked before objects are marked.
    announce_payment(app, db, subscription, paid, &payment).await?;
    // The settlement may mark the subscription, whose key comes after that of the payment.
    mark_payment(app, db, &payment).await?;
    if payment.state == PaymentState::Paid && payment.reversal.refunded_minor > 0 {
        // The buyer must not spend the credits of the refunded part before the payment is settled.
        settle_payment(app, db, &mut payment).await?;
    }
    Ok(())
}

/// Records the money of a payment whose credits were granted, and divides it among their lots and the months to come.
async fn record_shares(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
    payment: &mut Payment,
    lots: &[GrantedLot],
) -> Result<(), Failure> {
    if payment.granted == 0 {
        payment.undivided = UndividedMoney::default();
        return Ok(());
    }
    payment.state = PaymentState::Paid;
    payment.reason = None;
    record_money(app, db, payment).await?;
    let share = payment.undivided.take_share();
    divide_cost(app, db, payment, lots, share).await?;
    if !has_later_months(subscription, payment) {
        recognize_breakage(app, db, payment).await?;
    }
    Ok(())
}

/// Returns true if further months of a payment's period are granted.
fn has_later_months(subscription: &Subscription, payment: &Payment) -> bool {
    let is_newest = subscription.payment_id.as_ref() == Some(&payment.id);
    is_newest && subscription.next_allowance_at.is_some()
}

/// Returns the payment of an invoice, which waits for a decision until its credits are granted.
fn new_payment(
    app: &App,
    subscription: &Subscription,
    paid: &PaidInvoice<'_>,
) -> Result<Payment, Failure> {
    let (facts, now) = (paid.facts, app.clock.now());
    let unknown = || Failure::unavailable("applying an invoice", "its currency is not known");
    let amount_minor = facts.amounts.paid.max(0);
    let tax_minor = facts.amounts.paid_tax();
    Ok(Payment {
        id: id::new("pmt", &app.clock, &app.random)?,
        book_id: subscription.book_id,
        owner: subscription.owner.clone(),
        connection_id: subscription.connection_id.clone(),
        source: PaymentSource::Subscription,
        source_id: paid.source_id.clone(),
        stripe_payment_intent: facts.payment_intent.clone(),
        stripe_charge: None,
        stripe_invoice: Some(facts.id.clone()),
        stripe_balance_transaction: None,
        currency: Currency::parse(&facts.currency).ok_or_else(unknown)?,
        amount_minor,
        tax_minor,
        discount_minor: facts.amounts.discount.max(0),
        granted: 0,
        state: PaymentState::Review,
        reason: Some(paid.review.unwrap_or(NOTHING).to_owned()),
        paid_at: Some(now),
        created_at: now,
        reversal: PaymentReversal::default(),
        undivided: UndividedMoney::new(amount_minor - tax_minor, paid.grants.parts),
    })
}

async fn announce_payment(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
    paid: &PaidInvoice<'_>,
    payment: &Payment,
) -> Result<(), Failure> {
    let is_paid = payment.state == PaymentState::Paid;
    let is_period = is_paid && paid.grants.paid_through.is_some();
    let kinds: &[&'static str] = match (is_paid, is_period) {
        (true, true) => &["payment.succeeded", "subscription.renewed"],
        (true, false) => &["payment.succeeded"],
        (false, _) => &["payment.review"],
    };
    let mut billing = billing_of(subscription, paid.plan);
    if let Some(members) = billing.as_object_mut() {
        let payment_id = Value::from(payment.id.as_str());
        members.insert("payment_id".to_owned(), payment_id);
        members.insert("amount_minor".to_owned(), payment.amount_minor.into());
        let currency = Value::from(payment.currency.code());
        members.insert("currency".to_owned(), currency);
    }
    let events = kinds.iter().map(|kind| (*kind, billing.clone()));
    post_billing_events(app, db, &subscription.wallet(), events).await
}
