//! Expires the credits of a subscription that has ended, with the end of its last allowance: no rollover and no grace follow it.

use foundation::{Connection, Failure, id};

use super::show_standing::save_standing;
use super::store;
use super::subscription::Subscription;
use crate::app::App;
use crate::billing::payments::expire_early;
use crate::credits::{LotExpiry, PurchaseCredits};

/// Expires the credits of a subscription that has ended, before the end of its last allowance. A second call changes nothing.
pub(crate) async fn expire_credits(app: &App, id: &str) -> Result<(), Failure> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(expire_in_transaction(app, id).await)
}

async fn expire_in_transaction(app: &App, id: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let locked = store::lock(&mut db, id).await?;
    let Some(mut subscription) = locked.filter(Subscription::is_over) else {
        return transaction.rollback().await;
    };
    subscription.lots_end_at = None;
    save_standing(app, &mut db, &mut subscription, None).await?;
    end_lots(app, &mut db, &subscription).await?;
    transaction.commit().await
}

/// Expires all credits of a locked subscription that no hold reserves. Locks the wallet.
pub(super) async fn end_lots(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
) -> Result<(), Failure> {
    let lots = store::last_lots(db, &subscription.id).await?;
    if lots.is_empty() {
        return Ok(());
    }
    let wallet = subscription.wallet();
    let credits = PurchaseCredits {
        wallet: &wallet,
        lots: &lots,
        reference: &subscription.id,
    };
    // Credits that come back after an end, because a bank has given a payment back, expire by another operation.
    let end = id::new("end", &app.clock, &app.random)?;
    expire_early(app, db, &credits, |left| {
        let expiries = left.iter().map(|lot| LotExpiry {
            lot_id: lot.lot_id,
            credits: lot.left.saturating_sub(lot.pinned),
            op_key: format!("end:{}:{}:{end}", subscription.id, lot.lot_id),
        });
        expiries.filter(|expiry| expiry.credits > 0).collect()
    })
    .await
}
