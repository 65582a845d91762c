//! Reserves credits of a purchase, in the open transaction of a use case that records a refund or a dispute.

use foundation::{Connection, Failure, id};

use super::lock_purchase::{PurchaseCredits, booking_time, lock_purchase};
use crate::app::App;
use crate::credits::execution::save::save;
use crate::credits::ledger::system_hold::SystemReservation;

/// Sets the credits that the system's hold reserves of a purchase; 0 releases them. Returns the number of reserved credits, which
/// is lower if fewer credits are left that no other hold has pinned. Locks the wallets of the purchase until the transaction
/// ends.
///
/// The hold has no expiry, and clients cannot capture, void or extend it. The caller marks the transaction with
/// [`crate::credits::Ledger::mark_in_flight`], and has locked the payment.
pub(crate) async fn freeze_within(
    app: &App,
    db: &mut Connection<'_>,
    credits: &PurchaseCredits<'_>,
    amount: i64,
) -> Result<i64, Failure> {
    let mut purchase = lock_purchase(app, db, credits).await?;
    let lots = purchase.roots();
    let (now, keys) = (app.clock.now(), &app.ledger.keys);
    let mut frozen = 0;
    for state in &mut purchase.states {
        let at = booking_time(state, now);
        let possible = state.unpinned_in(&lots) + state.frozen_of(credits.reference);
        let part = possible.min(amount - frozen).max(0);
        frozen += part;
        let reservation = SystemReservation {
            reference: credits.reference,
            lots: &lots,
            amount: part,
            public_id: id::new("hold", &app.clock, &app.random)?,
        };
        let before = state.alert_baseline();
        state.freeze(&reservation, at, keys);
        state.expire_ended(at, keys);
        state.emit_alerts(before, at, keys);
        save(app, db, state, now).await?;
    }
    Ok(frozen)
}
