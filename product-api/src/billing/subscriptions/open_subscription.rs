//! Finds and locks the row of a subscription at Stripe. A new row belongs to the checkout or the customer that the object names.

use foundation::{Connection, Failure, id};

use super::store::{self, OwnerInBook};
use super::subscription::{AnnouncedFailure, ScheduledChange, Subscription, TrialState};
use super::subscription_facts::SubscriptionFacts;
use crate::app::App;
use crate::billing::catalog::SoldPlan;
use crate::billing::connections::StripeConnection;
use crate::caller::Mode;

/// The row of a subscription.
pub(super) enum Opening {
    /// The row was there.
    Known(Box<Subscription>),
    /// The row is new.
    New(Box<Subscription>),
    /// The subscription is not ours.
    Foreign,
    /// The subscription is ours and has no place here; the text is the reason.
    Dead(String),
}

/// Locks the row of a subscription, and inserts it before if it is absent. `plan` is the version to which its price belongs.
pub(super) async fn open_subscription(
    app: &App,
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    facts: &SubscriptionFacts,
    plan: Option<&SoldPlan>,
) -> Result<Opening, Failure> {
    if let Some(known) = store::lock_of_stripe(db, &connection.id, &facts.id).await? {
        return Ok(Opening::Known(Box::new(known)));
    }
    let Some(owner_in_book) = find_owner_in_book(db, connection, facts, plan).await? else {
        return Ok(match &facts.named_checkout {
            Some(named) => Opening::Dead(format!(
                "The subscription names {named}, which is not a checkout of this account for its customer."
            )),
            None => Opening::Foreign,
        });
    };
    let mode = store::mode_of_book(db, owner_in_book.book_id).await?;
    if mode != connection.mode || facts.is_live != (mode == Mode::Live) {
        let text = "The subscription is in another mode than its website.";
        return Ok(Opening::Dead(text.to_owned()));
    }
    let new = new_subscription(app, connection, facts, owner_in_book)?;
    // The transaction that inserts a row locks it.
    if store::insert_if_absent(db, &new).await? {
        return Ok(Opening::New(Box::new(new)));
    }
    let locked = store::lock_of_stripe(db, &connection.id, &facts.id).await?;
    let locked = locked.ok_or_else(|| Failure::defect("a subscription was added and is absent"))?;
    Ok(Opening::Known(Box::new(locked)))
}

/// Finds the book and the owner of a subscription by the checkout that it names, else by its customer and its price.
async fn find_owner_in_book(
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    facts: &SubscriptionFacts,
    plan: Option<&SoldPlan>,
) -> Result<Option<OwnerInBook>, Failure> {
    if let Some(checkout_id) = &facts.named_checkout {
        let customer = facts.customer.as_deref().unwrap_or_default();
        return store::find_owner_of_checkout(db, &connection.id, checkout_id, customer).await;
    }
    match (&facts.customer, plan) {
        (Some(customer), Some(plan)) => {
            store::find_owner_of_customer(db, &connection.id, customer, plan.book_id).await
        }
        (None, _) | (_, None) => Ok(None),
    }
}

fn new_subscription(
    app: &App,
    connection: &StripeConnection,
    facts: &SubscriptionFacts,
    owner_in_book: OwnerInBook,
) -> Result<Subscription, Failure> {
    let now = app.clock.now();
    Ok(Subscription {
        id: id::new("sbs", &app.clock, &app.random)?,
        book_id: owner_in_book.book_id,
        owner: owner_in_book.owner,
        connection_id: connection.id.clone(),
        stripe_id: facts.id.clone(),
        checkout_id: facts.named_checkout.clone(),
        plan: None,
        family: String::new(),
        stripe_price_id: None,
        quantity: facts.quantity,
        status: facts.status.clone(),
        collection: facts.collection,
        cancel_at: None,
        ended_at: None,
        trial_end: None,
        anchor: facts.anchor,
        period: facts.period,
        paid_through: None,
        refunded_through: None,
        past_due_since: None,
        is_subscribed: false,
        next_allowance_at: None,
        lots_end_at: None,
        payment_id: None,
        scheduled: ScheduledChange::default(),
        pending_until: None,
        payment_url: None,
        trial: TrialState::default(),
        end_reason: None,
        announced: AnnouncedFailure::default(),
        created_at: now,
        changed_at: now,
    })
}
