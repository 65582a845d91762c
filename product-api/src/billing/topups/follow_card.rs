//! Follows a customer at Stripe who has saved another card: rules that wait for one try again at once.

use foundation::Failure;

use super::declined_cards::{MAX_RECENT, declined_cards};
use super::find_card::{SavedMethod, find_card};
use super::locked_topup::save_rule;
use super::store;
use crate::app::App;
use crate::billing::connections::StripeConnection;
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
    for wallet in &owners {
        follow(app, connection, wallet).await?;
    }
    Ok(())
}

/// Looks for another card of an owner. The owner may pay as another customer at Stripe than the one that has changed.
async fn follow(
    app: &App,
    connection: &StripeConnection,
    wallet: &WalletKey,
) -> Result<(), ApplyError> {
    let Some(declined) = read_declined(app, wallet).await? else {
        return Ok(());
    };
    let found = find_card(app, connection, &wallet.owner, &declined, Priority::Inbox).await?;
    // Each invoice changes its customer at Stripe: a rule that followed older cards, too, would charge all in turn.
    if let Some(method) = found.filter(|method| !method.is_older) {
        note(app, wallet, &method).await?;
    }
    Ok(())
}

/// Returns the cards that the rule of an owner leaves out; none for a rule that does not wait for a card.
async fn read_declined(app: &App, wallet: &WalletKey) -> Result<Option<Vec<String>>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let rule = store::find_rule(&mut db, wallet).await?;
    let Some(rule) = rule.filter(|rule| rule.state.is_waiting_for_card()) else {
        return Ok(None);
    };
    let recent = store::list_recent(&mut db, wallet, MAX_RECENT).await?;
    Ok(Some(declined_cards(&rule, &recent)))
}

/// Notes the card of an owner. A card that an attempt has tried is no other one.
async fn note(app: &App, wallet: &WalletKey, method: &SavedMethod) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let rule = store::lock_rule(&mut db, wallet).await?;
    let Some(mut rule) = rule.filter(|rule| rule.state.is_waiting_for_card()) else {
        return transaction.rollback().await;
    };
    let recent = store::list_recent(&mut db, wallet, MAX_RECENT).await?;
    let last = recent.first();
    let tried = last.and_then(|last| last.payment_method.as_ref());
    let is_tried = tried == Some(&method.method_id);
    if is_tried || declined_cards(&rule, &recent).contains(&method.method_id) {
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
