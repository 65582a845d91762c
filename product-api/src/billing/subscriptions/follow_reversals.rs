//! Follows money that goes back: all of a payment ends its paid period, and a lost dispute the subscription.

use foundation::{Connection, Failure};

use super::store;
use super::subscription::{EndReason, Subscription};
use crate::billing::connections::settings_of_book;

/// Takes over what has gone back of the payments of a locked subscription. The caller writes it.
pub(super) async fn follow_reversals(
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
) -> Result<(), Failure> {
    follow_money(db, subscription).await?;
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

/// Ends the paid period at its start if all of its payment went back. Gives the period back if money has come again since: a refund
/// has failed, or an appeal was won.
async fn follow_money(
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
) -> Result<(), Failure> {
    let Some(payment_id) = &subscription.payment_id else {
        return Ok(());
    };
    if let Some(start) = store::returned_start(db, &subscription.id, payment_id).await? {
        if subscription.paid_through > Some(start) {
            subscription.refunded_through = subscription.paid_through;
            subscription.paid_through = Some(start);
        }
        subscription.next_allowance_at = None;
    } else if let Some(end) = subscription.refunded_through.take() {
        subscription.paid_through = subscription.paid_through.max(Some(end));
        let next = store::next_start(db, &subscription.id).await?;
        let is_running = !subscription.is_over();
        subscription.next_allowance_at = next.filter(|next| is_running && *next < end);
    }
    Ok(())
}
