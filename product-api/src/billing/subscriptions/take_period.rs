//! Takes over the period that a paid invoice pays.

use foundation::{Connection, Failure};

use super::invoice_grants::InvoiceGrants;
use super::store;
use super::subscription::Subscription;
use crate::app::App;
use crate::billing::payments::end_allowances;

/// Takes over the period that an invoice pays: no further month of the period before is granted. An invoice that is applied after
/// the one of a later period says nothing about it, and no month follows the end of a subscription.
pub(super) async fn take_period(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
    grants: &InvoiceGrants,
    payment_id: Option<&str>,
) -> Result<(), Failure> {
    if subscription.is_over() {
        subscription.lots_end_at = subscription.lots_end_at.max(grants.paid_through);
    }
    let first = grants.allowances.first();
    let first = first.filter(|_| grants.paid_through.is_some());
    let (Some(first), Some(payment_id)) = (first, payment_id) else {
        subscription.paid_through = subscription.paid_through.max(grants.paid_through);
        return Ok(());
    };
    let newest = store::newest_start(db, &subscription.id).await?;
    if newest.is_some_and(|newest| newest >= first.period.start) {
        return Ok(());
    }
    if let Some(before) = subscription.payment_id.replace(payment_id.to_owned()) {
        end_allowances(app, db, &before).await?;
    }
    // A period that begins early may end before the one that it replaces.
    subscription.paid_through = grants.paid_through;
    subscription.refunded_through = None;
    let has_months = grants.parts > 1 && !subscription.is_over();
    subscription.next_allowance_at = has_months.then_some(first.period.end);
    Ok(())
}
