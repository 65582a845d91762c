//! Takes over what other software has delivered: invoices that were paid, and trials that began, before a customer was linked.

use foundation::{Connection, Failure};

use super::invoice_facts::InvoiceFacts;
use super::invoice_grants::{BillingCycle, PlanOfPrice, invoice_grants};
use super::show_standing::save_standing;
use super::subscription::Subscription;
use super::subscription_facts::SubscriptionFacts;
use crate::app::App;
use crate::billing::stripe_customers::{is_before_link, linked_at};

/// Takes over the period of an invoice that was paid before its customer was linked: the period is paid, and brings neither
/// credits nor a payment here. Returns false for another invoice. The caller has locked the subscription.
pub(super) async fn take_history(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
    facts: &InvoiceFacts,
    plans: &[PlanOfPrice],
) -> Result<bool, Failure> {
    // A checkout of ours is paid after its customer was linked, even if Stripe's clock is behind.
    let customer = facts
        .customer
        .as_ref()
        .filter(|_| subscription.checkout_id.is_none());
    let Some(customer) = customer else {
        return Ok(false);
    };
    let link = linked_at(db, &subscription.connection_id, customer).await?;
    if !is_before_link(link, facts.paid_at) {
        return Ok(false);
    }
    let grants = invoice_grants(facts, plans, BillingCycle::new(subscription));
    subscription.paid_through = subscription.paid_through.max(grants.paid_through);
    let plan = plans.last().map(|found| &found.plan);
    save_standing(app, db, subscription, plan).await?;
    Ok(true)
}

/// Returns true if the current period of a subscription began before its customer was linked.
pub(super) async fn is_taken_over(
    db: &mut Connection<'_>,
    connection_id: &str,
    facts: &SubscriptionFacts,
) -> Result<bool, Failure> {
    let (Some(customer), None) = (&facts.customer, &facts.named_checkout) else {
        return Ok(false);
    };
    let link = linked_at(db, connection_id, customer).await?;
    Ok(is_before_link(link, Some(facts.period.start)))
}
