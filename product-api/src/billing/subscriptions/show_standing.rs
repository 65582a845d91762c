//! Shows what a subscription means for its owner: on the customer, and by events.

use std::time::Duration;

use foundation::{Connection, Failure, Timestamp};
use serde_json::{Value, json};

use super::store;
use super::subscription::Subscription;
use crate::app::App;
use crate::billing::catalog::SoldPlan;
use crate::billing::connections::settings_of_book;
use crate::credits::{Owner, post_billing_event};
use crate::customers::find_merge_target;

const DAY: Duration = Duration::from_hours(24);

/// Times that a book's settings give to subscriptions.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraceTimes {
    /// Time for which an owner stays subscribed although a renewal is not paid.
    pub(super) past_due: Duration,
    /// Time for which an allowance outlives its period.
    pub(super) renewal: Duration,
}

/// Reads the times of a book.
pub(super) async fn grace_times(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<GraceTimes, Failure> {
    let rules = settings_of_book(db, book_id).await?.subscriptions;
    let times = |count: i64, one: Duration| one * u32::try_from(count).unwrap_or_default();
    Ok(GraceTimes {
        past_due: times(rules.grace_days, DAY),
        renewal: times(rules.renewal_grace_hours, Duration::from_hours(1)),
    })
}

/// Writes a locked subscription. If it counts since now or no longer, shows on its owner whether one of the owner's subscriptions
/// counts. `plan` is the version of its plan, for events. Returns the times of its book.
pub(super) async fn save_standing(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
    plan: Option<&SoldPlan>,
) -> Result<GraceTimes, Failure> {
    let now = app.clock.now();
    let times = grace_times(db, subscription.book_id).await?;
    let standing = subscription.standing_facts(times.past_due).at(now);
    let was_subscribed = subscription.is_subscribed;
    subscription.is_subscribed = standing.is_subscribed;
    let next_at = subscription.next_at(standing);
    store::update(db, subscription, next_at, now).await?;
    if subscription.is_subscribed != was_subscribed {
        show(app, db, subscription, plan, now).await?;
    }
    Ok(times)
}

/// Shows on a customer whether it is subscribed; users are asked for when they are read.
async fn show(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
    plan: Option<&SoldPlan>,
    now: Timestamp,
) -> Result<(), Failure> {
    let Owner::Customer(id) = &subscription.owner else {
        return Ok(());
    };
    let mut shown: Option<String> = None;
    let mut has_changed = false;
    // A merge or its undo, for which an update has waited, did not see this subscription.
    loop {
        let target = find_merge_target(db, id).await?;
        if shown.as_ref() == Some(&target) {
            break;
        }
        has_changed = store::set_subscribed(db, &target, now).await?;
        shown = Some(target);
    }
    if !has_changed {
        return Ok(());
    }
    let kind = if subscription.is_subscribed {
        "customer.subscribed"
    } else {
        "customer.unsubscribed"
    };
    announce(app, db, subscription, plan, kind).await
}

/// Records an event about a subscription.
pub(super) async fn announce(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
    plan: Option<&SoldPlan>,
    kind: &'static str,
) -> Result<(), Failure> {
    let billing = billing_of(subscription, plan);
    post_billing_event(app, db, &subscription.wallet(), kind, billing).await
}

/// Returns the member `billing` of an event.
pub(super) fn billing_of(subscription: &Subscription, plan: Option<&SoldPlan>) -> Value {
    json!({
        "payment_id": Value::Null,
        "subscription_id": subscription.id,
        "checkout_id": subscription.checkout_id,
        "plan": plan.map(|plan| &plan.code),
        "status": subscription.status,
    })
}
