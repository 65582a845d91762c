//! Applies a subscription as it is at Stripe now: its row, who is subscribed, and the mark of its newest invoice.

use foundation::{Connection, Failure, Timestamp};

use super::follow_reversals::follow_reversals;
use super::open_subscription::{Opening, open_subscription};
use super::read_objects::subscription_facts;
use super::show_standing::{announce, save_standing};
use super::standing::SubscriptionStatus;
use super::store;
use super::subscription::{EndReason, PlansOfSubscription, Subscription};
use super::subscription_facts::SubscriptionFacts;
use super::take_history::is_taken_over;
use crate::app::App;
use crate::billing::catalog::{SoldPlan, find_plan_of_price};
use crate::billing::connections::{RepeatTrial, StripeConnection, open_account, settings_of_book};
use crate::billing::marks::{Applied, ApplyError, MarkedObject, ObjectKind, mark};
use crate::billing::payments::end_allowances;
use crate::billing::stripe::Priority;
use crate::billing::trials::{record_card, record_trial};

/// Maximum number of fetches of a subscription that others change at the same time.
const MAX_FETCHES: u32 = 3;

/// Fetches a subscription and applies it; fetches it again if its row has changed since.
pub(crate) async fn apply_subscription(
    app: &App,
    connection: &StripeConnection,
    stripe_id: &str,
) -> Result<Applied, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    for _ in 0..MAX_FETCHES {
        let changed_at = {
            let mut reader = app.database.reader().await?;
            store::changed_at(&mut reader.connection(), &connection.id, stripe_id).await?
        };
        let found = match account.get_subscription(stripe_id).await {
            Ok(found) => found,
            Err(error) if error.is_missing() => {
                return Ok(Applied::Dead("Stripe has no such subscription.".to_owned()));
            }
            Err(error) => return Err(error.into()),
        };
        let facts = subscription_facts(&found);
        let applied = apply_subscription_facts(app, connection, &facts, changed_at).await?;
        if let Some(applied) = applied {
            return Ok(applied);
        }
    }
    let cause = "it changed during each fetch";
    Err(Failure::unavailable("applying a subscription", cause).into())
}

/// Applies a subscription that was fetched when its row had changed last at `changed_at`; none if the row has changed since: the
/// facts may then be older than those of the row. Locks its row, the wallet and its customer, in this order.
pub(super) async fn apply_subscription_facts(
    app: &App,
    connection: &StripeConnection,
    facts: &SubscriptionFacts,
    changed_at: Option<Timestamp>,
) -> Result<Option<Applied>, Failure> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(apply_in_transaction(app, connection, facts, changed_at).await)
}

async fn apply_in_transaction(
    app: &App,
    connection: &StripeConnection,
    facts: &SubscriptionFacts,
    changed_at: Option<Timestamp>,
) -> Result<Option<Applied>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let plan = plan_of(&mut db, connection, facts.price_id.as_ref()).await?;
    let opened = open_subscription(app, &mut db, connection, facts, plan.as_ref()).await?;
    let (mut subscription, is_new) = match opened {
        Opening::Known(subscription) => (*subscription, false),
        Opening::New(subscription) => (*subscription, true),
        Opening::Foreign => {
            transaction.rollback().await?;
            return Ok(Some(Applied::Foreign));
        }
        Opening::Dead(reason) => {
            transaction.rollback().await?;
            return Ok(Some(Applied::Dead(reason)));
        }
    };
    if !is_new && Some(subscription.changed_at) != changed_at {
        transaction.rollback().await?;
        return Ok(None);
    }
    let schedule = facts.schedule.as_ref();
    let next_price = schedule.and_then(|schedule| schedule.next_price_id.as_ref());
    let next = plan_of(&mut db, connection, next_price).await?;
    // A price of another book that shares the account is unknown in this one.
    let book_id = subscription.book_id;
    let plans = PlansOfSubscription {
        now: plan.as_ref().filter(|plan| plan.book_id == book_id),
        next: next.as_ref().filter(|plan| plan.book_id == book_id),
    };
    if is_new {
        judge_new(app, &mut db, &mut subscription, facts).await?;
    }
    // The first invoice may have come before the end of its checkout, which marks the subscription.
    let is_unpaid = subscription.checkout_id.is_some() && subscription.paid_through.is_none();
    follow(app, &mut db, subscription, facts, plans).await?;
    if is_new || is_unpaid {
        mark_newest_invoice(app, &mut db, connection, facts).await?;
    }
    transaction.commit().await?;
    Ok(Some(Applied::Done))
}

/// Decides about a subscription that begins.
async fn judge_new(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
    facts: &SubscriptionFacts,
) -> Result<(), Failure> {
    judge_trial(app, db, subscription, facts).await?;
    // The checkout of a user may be paid after the user was deleted.
    if store::is_deleted(db, &subscription.owner).await? {
        subscription.end_reason = Some(EndReason::OwnerDeleted);
    }
    Ok(())
}

async fn mark_newest_invoice(
    app: &App,
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    facts: &SubscriptionFacts,
) -> Result<(), Failure> {
    let Some(invoice) = &facts.latest_invoice else {
        return Ok(());
    };
    let object = MarkedObject {
        connection_id: &connection.id,
        kind: ObjectKind::Invoice,
        object_id: invoice,
    };
    mark(db, object, None, app.clock.now()).await
}

/// Finds the version of a plan to which a price belongs.
async fn plan_of(
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    price_id: Option<&String>,
) -> Result<Option<SoldPlan>, Failure> {
    match price_id {
        Some(price_id) => find_plan_of_price(db, &connection.id, price_id).await,
        None => Ok(None),
    }
}

/// Decides about a trial that begins with a card which had a trial before. One that other software has begun continues.
async fn judge_trial(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
    facts: &SubscriptionFacts,
) -> Result<(), Failure> {
    let is_trial = facts.status == SubscriptionStatus::Trialing.word();
    let Some(card) = facts.card.as_ref().filter(|_| is_trial) else {
        return Ok(());
    };
    if is_taken_over(db, &subscription.connection_id, facts).await? {
        return Ok(());
    }
    if record_card(app, db, subscription.book_id, card).await? {
        return Ok(());
    }
    let rules = settings_of_book(db, subscription.book_id)
        .await?
        .subscriptions;
    if rules.repeat_trial != RepeatTrial::Allow {
        subscription.trial.repeat = Some(rules.repeat_trial);
    }
    if rules.repeat_trial == RepeatTrial::Refuse {
        subscription.end_reason = Some(EndReason::TrialUsed);
    }
    Ok(())
}

/// Brings a locked row to the state of its subscription.
async fn follow(
    app: &App,
    db: &mut Connection<'_>,
    mut subscription: Subscription,
    facts: &SubscriptionFacts,
    plans: PlansOfSubscription<'_>,
) -> Result<(), Failure> {
    let was_over = subscription.is_over();
    let plan = plans.now;
    let is_changed = subscription.follow(facts, plans, app.clock.now());
    if subscription.is_over() && !was_over {
        subscription.lots_end_at = store::last_end(db, &subscription.id).await?;
    }
    follow_reversals(db, &mut subscription).await?;
    if let Some(payment_id) = subscription
        .payment_id
        .as_ref()
        .filter(|_| subscription.is_over())
    {
        end_allowances(app, db, payment_id).await?;
    }
    save_standing(app, db, &mut subscription, plan).await?;
    if subscription.status == SubscriptionStatus::Trialing.word() {
        let card = facts.card.as_deref();
        record_trial(app, db, &subscription.wallet(), card).await?;
    }
    if is_changed {
        announce(app, db, &subscription, plan, "subscription.updated").await?;
    }
    Ok(())
}
