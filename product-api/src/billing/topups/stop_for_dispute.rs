//! Turns rules off whose owner disputes a payment, or of whose payment a bank warns.

use foundation::Failure;

use super::claim::DISPUTE;
use super::locked_topup::save_rule;
use super::store;
use crate::app::App;
use crate::billing::connections::StripeConnection;
use crate::credits::WalletKey;

/// Turns the rule off whose owner made a payment that is disputed now, or of which a bank warns.
pub(crate) async fn stop_for_dispute(
    app: &App,
    connection: &StripeConnection,
    payment_intent_id: &str,
) -> Result<(), Failure> {
    let owners = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        store::list_disputed(&mut db, &connection.id, payment_intent_id).await?
    };
    for wallet in &owners {
        turn_off(app, wallet).await?;
    }
    Ok(())
}

async fn turn_off(app: &App, wallet: &WalletKey) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(mut rule) = store::lock_rule(&mut db, wallet).await? else {
        return transaction.rollback().await;
    };
    if !rule.state.is_on() {
        return transaction.rollback().await;
    }
    let reason = store::find_stop_reason(&mut db, wallet).await?;
    rule.turn_off(Some(reason.unwrap_or(DISPUTE)));
    save_rule(app, &mut db, &rule).await?;
    transaction.commit().await
}
