//! Follows a customer at Stripe who has saved another card: rules that wait for one try again at once.

use foundation::Failure;

use super::find_card::{SavedMethod, method_of_customer};
use super::locked_topup::save_rule;
use super::rule_state::RuleState;
use super::store;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::Priority;
use crate::credits::WalletKey;

/// Looks at the rules of a customer at Stripe that wait for a card, or for a confirmation by the bank.
pub(crate) async fn follow_card(
    app: &App,
    connection: &StripeConnection,
    stripe_customer_id: &str,
) -> Result<(), ApplyError> {
    let owners = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        store::list_of_stripe_customer(&mut db, &connection.id, stripe_customer_id).await?
    };
    if owners.is_empty() {
        return Ok(());
    }
    let account = open_account(app, connection, Priority::Inbox)?;
    let Some(method) = method_of_customer(&account, stripe_customer_id).await? else {
        return Ok(());
    };
    for wallet in &owners {
        note(app, wallet, &method).await?;
    }
    Ok(())
}

/// Notes the card of an owner. The card that an attempt has just tried is no other one.
async fn note(app: &App, wallet: &WalletKey, method: &SavedMethod) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(mut rule) = store::lock_rule(&mut db, wallet).await? else {
        return transaction.rollback().await;
    };
    let last = store::find_last(&mut db, wallet, rule.attempt_count).await?;
    let tried = last.as_ref().and_then(|last| last.payment_method.as_ref());
    let is_waiting = matches!(rule.state, RuleState::NeedsCard | RuleState::NeedsAction);
    if !is_waiting || tried == Some(&method.method_id) {
        return transaction.rollback().await;
    }
    rule.note_card(method.card.clone());
    save_rule(app, &mut db, &rule).await?;
    // An invoice that waits for its buyer is given up at once.
    if let Some(last) = last.filter(|last| last.state.is_open()) {
        store::postpone(&mut db, &last.id, app.clock.now()).await?;
    }
    transaction.commit().await
}
