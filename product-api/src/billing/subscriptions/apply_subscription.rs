//! Applies a subscription as it is at Stripe now: its row, who is subscribed, and the mark of its newest invoice.

use foundation::{Connection, Failure};

use super::open_subscription::{Opening, open_subscription};
use super::read_objects::subscription_facts;
use super::show_standing::{announce, save_standing};
use super::standing::SubscriptionStatus;
use super::store;
use super::subscription::Subscription;
use super::subscription_facts::SubscriptionFacts;
use crate::app::App;
use crate::billing::catalog::{SoldPlan, find_plan_of_price};
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::{Applied, ApplyError, MarkedObject, ObjectKind, mark};
use crate::billing::stripe::Priority;
use crate::billing::trials::record_trial;

/// Fetches a subscription and applies it.
pub(crate) async fn apply_subscription(
    app: &App,
    connection: &StripeConnection,
    stripe_id: &str,
) -> Result<Applied, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    match account.get_subscription(stripe_id).await {
        Ok(found) => {
            let facts = subscription_facts(&found);
            Ok(apply_subscription_facts(app, connection, &facts).await?)
        }
        Err(error) if error.is_missing() => {
            Ok(Applied::Dead("Stripe has no such subscription.".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Applies a subscription that was fetched. Locks its row, the wallet and its customer, in this order.
pub(super) async fn apply_subscription_facts(
    app: &App,
    connection: &StripeConnection,
    facts: &SubscriptionFacts,
) -> Result<Applied, Failure> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(apply_in_transaction(app, connection, facts).await)
}

async fn apply_in_transaction(
    app: &App,
    connection: &StripeConnection,
    facts: &SubscriptionFacts,
) -> Result<Applied, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let plan = match &facts.price_id {
        Some(price_id) => find_plan_of_price(&mut db, &connection.id, price_id).await?,
        None => None,
    };
    let opened = open_subscription(app, &mut db, connection, facts, plan.as_ref()).await?;
    let (subscription, is_new) = match opened {
        Opening::Known(subscription) => (*subscription, false),
        Opening::New(subscription) => (*subscription, true),
        Opening::Foreign => {
            transaction.rollback().await?;
            return Ok(Applied::Foreign);
        }
        Opening::Dead(reason) => {
            transaction.rollback().await?;
            return Ok(Applied::Dead(reason));
        }
    };
    // A price of another book that shares the account is unknown in this one.
    let plan = plan.filter(|plan| plan.book_id == subscription.book_id);
    follow(app, &mut db, subscription, facts, plan.as_ref()).await?;
    if is_new && let Some(invoice) = &facts.latest_invoice {
        let object = MarkedObject {
            connection_id: &connection.id,
            kind: ObjectKind::Invoice,
            object_id: invoice,
        };
        mark(&mut db, object, None, app.clock.now()).await?;
    }
    transaction.commit().await?;
    Ok(Applied::Done)
}

/// Brings a locked row to the state of its subscription.
async fn follow(
    app: &App,
    db: &mut Connection<'_>,
    mut subscription: Subscription,
    facts: &SubscriptionFacts,
    plan: Option<&SoldPlan>,
) -> Result<(), Failure> {
    let was_over = subscription.is_over();
    let is_changed = subscription.follow(facts, plan, app.clock.now());
    if subscription.is_over() && !was_over {
        subscription.lots_end_at = store::last_end(db, &subscription.id).await?;
    }
    save_standing(app, db, &mut subscription, plan).await?;
    if subscription.status == SubscriptionStatus::Trialing.word() {
        record_trial(app, db, &subscription.wallet()).await?;
    }
    if is_changed {
        announce(app, db, &subscription, plan, "subscription.updated").await?;
    }
    Ok(())
}
