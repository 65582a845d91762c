//! Finds the month of a longer paid period that is due, with the terms by which it was paid.

use foundation::{Connection, Failure};

use super::invoice_grants::BillingCycle;
use super::period::{Period, Series};
use super::show_standing::grace_times;
use super::store;
use super::subscription::Subscription;
use crate::app::App;
use crate::billing::catalog::{SoldPlan, find_plan};
use crate::billing::payments::lock_payment;

/// A month that is due, and its terms.
#[derive(Clone, Debug)]
pub(super) struct DueMonth {
    /// The span.
    pub(super) period: Period,
    /// The version of the plan.
    pub(super) plan: SoldPlan,
    /// The number of pieces.
    pub(super) quantity: i64,
}

/// Moves a subscription to its next month if that is due, locks its payment, and returns this month. `plan` is the version of the
/// subscription's plan.
pub(super) async fn due_month(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
    plan: Option<&SoldPlan>,
) -> Result<Option<DueMonth>, Failure> {
    let now = app.clock.now();
    let times = grace_times(db, subscription.book_id).await?;
    let standing = subscription.standing_facts(times.past_due).at(now);
    let start = subscription.next_month(standing);
    let (Some(start), Some(plan)) = (start.filter(|start| *start <= now), plan) else {
        return Ok(None);
    };
    let terms = terms_of_months(db, subscription, plan).await?;
    subscription.next_allowance_at = None;
    let Some(end) = subscription.paid_through.filter(|end| start < *end) else {
        return Ok(None);
    };
    let period = terms.series.part(Period { start, end }, start);
    subscription.next_allowance_at = Some(period.end).filter(|next| *next < end);
    // A settlement locks the payment before the wallet, which the standing or the grant locks next.
    if let Some(payment_id) = &subscription.payment_id {
        lock_payment(db, payment_id).await?;
    }
    Ok(Some(DueMonth {
        period,
        plan: terms.plan,
        quantity: terms.quantity,
    }))
}

/// The terms of the months of a paid period.
struct MonthTerms {
    plan: SoldPlan,
    quantity: i64,
    series: Series,
}

/// Returns the terms of the months of the paid period. A change within the period counts for its later months. After the begin of a
/// later period, whose invoice was not applied yet, the months before it have the terms of the last allowance.
async fn terms_of_months(
    db: &mut Connection<'_>,
    subscription: &Subscription,
    plan: &SoldPlan,
) -> Result<MonthTerms, Failure> {
    let own = MonthTerms {
        plan: plan.clone(),
        quantity: subscription.quantity,
        series: Series::allowances(subscription.anchor, &plan.terms),
    };
    let payment_id = subscription.payment_id.as_ref();
    let (Some(payment_id), Some(end)) = (payment_id, subscription.paid_through) else {
        return Ok(own);
    };
    if subscription.is_period_paid() {
        return Ok(own);
    }
    let Some(last) = store::last_month(db, &subscription.id, payment_id).await? else {
        return Ok(own);
    };
    let Some(plan) = find_plan(db, &last.plan_id, last.plan_version).await? else {
        return Ok(own);
    };
    let start = last.first_start();
    let cycle = BillingCycle::new(subscription);
    Ok(MonthTerms {
        series: cycle.series(&plan, Period { start, end }),
        quantity: last.quantity,
        plan,
    })
}
