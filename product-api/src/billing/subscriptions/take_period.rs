//! Takes over the period that a paid invoice pays.

use foundation::{Connection, Failure};

use super::invoice_grants::InvoiceGrants;
use super::store;
use super::subscription::Subscription;

/// Takes over the period that an invoice pays. An invoice that is applied after the one of a later period says nothing about it.
pub(super) async fn take_period(
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
    grants: &InvoiceGrants,
    payment_id: Option<&str>,
) -> Result<(), Failure> {
    subscription.paid_through = subscription.paid_through.max(grants.paid_through);
    if subscription.is_over() {
        subscription.lots_end_at = subscription.lots_end_at.max(grants.paid_through);
    }
    let first = grants.allowances.first();
    let first = first.filter(|_| grants.paid_through.is_some());
    let (Some(first), Some(payment_id)) = (first, payment_id) else {
        return Ok(());
    };
    let newest = store::newest_start(db, &subscription.id).await?;
    if newest.is_some_and(|newest| newest > first.period.start) {
        return Ok(());
    }
    subscription.payment_id = Some(payment_id.to_owned());
    subscription.refunded_through = None;
    let next = Some(first.period.end);
    subscription.next_allowance_at = next.filter(|_| grants.parts > 1);
    Ok(())
}
