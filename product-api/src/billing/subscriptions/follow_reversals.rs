//! Follows what has gone back of a subscription's payments: a full refund ends the paid period, and a lost dispute the subscription.

use foundation::{Connection, Failure};

use super::store;
use super::subscription::{EndReason, Subscription};
use crate::billing::connections::settings_of_book;

/// Takes over what has gone back of the payments of a locked subscription. The caller writes it.
pub(super) async fn follow_reversals(
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
) -> Result<(), Failure> {
    if let Some(payment_id) = &subscription.payment_id
        && let Some(start) = store::refunded_start(db, &subscription.id, payment_id).await?
    {
        let paid = subscription.paid_through.map(|end| end.min(start));
        subscription.paid_through = paid;
        subscription.next_allowance_at = None;
    }
    if subscription.is_over() || !store::has_lost_dispute(db, &subscription.id).await? {
        return Ok(());
    }
    let rules = settings_of_book(db, subscription.book_id)
        .await?
        .subscriptions;
    if rules.is_ended_by_disputes {
        subscription.end_reason = Some(EndReason::DisputeLost);
    }
    Ok(())
}
