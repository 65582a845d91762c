//! Compares subscriptions at Stripe that have not ended with our rows.

use super::compare_subscription::compare_subscription;
use super::context::{CHECKOUT, RunContext, new_page};
use super::own_records::MarkedState;
use super::page::{ComparedObject, RunPage};
use super::store::own_subscriptions::{is_mapped, is_own_price};
use crate::billing::marks::{ApplyError, ObjectKind};
use crate::billing::stripe::{PageQuery, StripeSubscription};
use crate::billing::subscriptions::{find_subscription_of_stripe, subscription_facts};

/// Compares one page of subscriptions, of any age.
pub(super) async fn compare_subscriptions(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    context.pace().await;
    let query = PageQuery {
        starting_after: context.run.last_object.as_deref(),
        ..PageQuery::default()
    };
    let listed = context.account.list_subscriptions(&query).await?;
    let mut page = new_page(&listed, |subscription| &subscription.id);
    for subscription in &listed.data {
        compare(context, &mut page, subscription).await?;
    }
    Ok(page)
}

async fn compare(
    context: &RunContext<'_>,
    page: &mut RunPage,
    subscription: &StripeSubscription,
) -> Result<(), ApplyError> {
    let (id, connection_id) = (&subscription.id, &context.connection.id);
    let own = {
        let mut reader = context.app.database.reader().await?;
        find_subscription_of_stripe(&mut reader.connection(), connection_id, id).await?
    };
    let mark = context.mark_of(ObjectKind::Subscription, id).await?;
    let Some(own) = own else {
        // Its application finds out if it is ours. One that was not may be since its price was mapped.
        let may_be_ours = match mark {
            MarkedState::Unmarked => is_named(context, subscription).await?,
            MarkedState::Applied(_) => is_mapped_since(context, subscription).await?,
            MarkedState::Waiting | MarkedState::Dead => false,
        };
        if may_be_ours {
            page.repairs.insert((ObjectKind::Subscription, id.clone()));
        }
        return Ok(());
    };
    page.seen_subscriptions.push(id.clone());
    let facts = subscription_facts(subscription);
    let differences = compare_subscription(&facts, &own, mark, context.connection.mode);
    let object = ComparedObject {
        kind: ObjectKind::Subscription,
        id,
        book_id: own.book_id,
    };
    page.add(object, differences);
    Ok(())
}

/// Returns true if a subscription names a checkout of ours, or has a price of ours.
async fn is_named(
    context: &RunContext<'_>,
    subscription: &StripeSubscription,
) -> Result<bool, ApplyError> {
    if subscription.metadata.contains_key(CHECKOUT) {
        return Ok(true);
    }
    let price = subscription.item().and_then(|item| item.price.as_ref());
    let Some(price) = price else {
        return Ok(false);
    };
    let mut reader = context.app.database.reader().await?;
    let connection_id = &context.connection.id;
    Ok(is_own_price(&mut reader.connection(), connection_id, &price.id).await?)
}

/// Returns true if a customer of ours has the subscription, and its price was mapped to a plan.
async fn is_mapped_since(
    context: &RunContext<'_>,
    subscription: &StripeSubscription,
) -> Result<bool, ApplyError> {
    let price = subscription.item().and_then(|item| item.price.as_ref());
    let (Some(price), Some(customer)) = (price, &subscription.customer) else {
        return Ok(false);
    };
    let mut reader = context.app.database.reader().await?;
    let connection_id = &context.connection.id;
    let mut db = reader.connection();
    Ok(is_mapped(&mut db, connection_id, &customer.id, &price.id).await?)
}
