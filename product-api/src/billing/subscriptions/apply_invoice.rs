//! Applies an invoice as it is at Stripe now: the allowances that it pays, or the event of a payment that failed.

use foundation::{Connection, Failure};

use super::apply_subscription::apply_subscription;
use super::invoice_facts::{InvoiceFacts, InvoiceStatus};
use super::invoice_grants::PlanOfPrice;
use super::mail_buyer::mail_failure;
use super::pay_invoice::pay_invoice;
use super::read_objects::invoice_facts;
use super::show_standing::{billing_of, save_standing};
use super::store;
use super::subscription::{AnnouncedFailure, Subscription};
use super::sweep_subscriptions::sweep_due_months;
use super::take_history::take_history;
use crate::app::App;
use crate::billing::catalog::{SoldPlan, find_plan_of_price};
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::{Applied, ApplyError};
use crate::billing::stripe::{
    InvoiceLine, PageQuery, Priority, StripeAccount, StripeError, StripeInvoice,
};
use crate::credits::post_billing_event;

/// Maximum number of pages of an invoice's lines.
const MAX_PAGES: u32 = 20;

/// Fetches an invoice and applies it.
pub(crate) async fn apply_invoice(
    app: &App,
    connection: &StripeConnection,
    invoice_id: &str,
) -> Result<Applied, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    let invoice = match account.get_invoice(invoice_id).await {
        Ok(invoice) => invoice,
        // Stripe deletes only drafts of invoices, which were never paid.
        Err(error) if error.is_missing() => return Ok(Applied::Done),
        Err(error) => return Err(error.into()),
    };
    apply_fetched_invoice(app, connection, &invoice).await
}

/// Applies an invoice that was fetched. The subscription of an invoice that is known before it is applied first.
pub(crate) async fn apply_fetched_invoice(
    app: &App,
    connection: &StripeConnection,
    invoice: &StripeInvoice,
) -> Result<Applied, ApplyError> {
    // An invoice of a pack is the document of its checkout, which has granted the credits.
    let Some(stripe_id) = &invoice.subscription else {
        return Ok(Applied::Foreign);
    };
    let account = open_account(app, connection, Priority::Inbox)?;
    let lines = all_lines(&account, invoice).await?;
    let facts = invoice_facts(invoice, &lines);
    let is_known = {
        let mut reader = app.database.reader().await?;
        store::is_known(&mut reader.connection(), &connection.id, stripe_id).await?
    };
    if !is_known {
        let applied = apply_subscription(app, connection, stripe_id).await?;
        if !matches!(applied, Applied::Done) {
            return Ok(applied);
        }
    }
    Ok(apply_invoice_facts(app, connection, &facts).await?)
}

/// Returns all lines of an invoice, of which its object has the first ones.
async fn all_lines(
    account: &StripeAccount<'_>,
    invoice: &StripeInvoice,
) -> Result<Vec<InvoiceLine>, StripeError> {
    let mut lines = invoice.lines.clone();
    let mut has_more = invoice.has_more_lines;
    for _ in 0..MAX_PAGES {
        if !has_more {
            break;
        }
        let last = lines.last().map(|line| line.id.clone());
        let query = PageQuery {
            starting_after: last.as_deref(),
            ..PageQuery::default()
        };
        let page = account.list_invoice_lines(&invoice.id, &query).await?;
        has_more = page.has_more && !page.data.is_empty();
        lines.extend(page.data);
    }
    Ok(lines)
}

/// Applies an invoice that was fetched. Locks its subscription, the payment, the wallet and the customer, in this order.
pub(super) async fn apply_invoice_facts(
    app: &App,
    connection: &StripeConnection,
    facts: &InvoiceFacts,
) -> Result<Applied, Failure> {
    if facts.status == InvoiceStatus::Paid && facts.is_renewal {
        sweep_before(app, connection, facts).await?;
    }
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(apply_in_transaction(app, connection, facts).await)
}

/// Grants or skips the months of the paid period that a renewal replaces. An invoice that was applied before replaces none.
async fn sweep_before(
    app: &App,
    connection: &StripeConnection,
    facts: &InvoiceFacts,
) -> Result<(), Failure> {
    let stripe_id = facts.subscription.as_deref().unwrap_or_default();
    let newest = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        match store::find_of_stripe(&mut db, &connection.id, stripe_id).await? {
            Some(subscription) => store::newest_start(&mut db, &subscription.id).await?,
            None => None,
        }
    };
    let mut starts = facts.lines.iter().map(|line| line.period.start);
    if newest.is_some_and(|newest| starts.any(|start| start > newest)) {
        sweep_due_months(app, &connection.id, stripe_id).await?;
    }
    Ok(())
}

async fn apply_in_transaction(
    app: &App,
    connection: &StripeConnection,
    facts: &InvoiceFacts,
) -> Result<Applied, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let stripe_id = facts.subscription.as_deref().unwrap_or_default();
    let locked = store::lock_of_stripe(&mut db, &connection.id, stripe_id).await?;
    let Some(mut subscription) = locked else {
        transaction.rollback().await?;
        return Ok(Applied::Foreign);
    };
    match facts.status {
        InvoiceStatus::Paid => {
            let plans = plans_of(&mut db, &subscription, facts).await?;
            if !take_history(app, &mut db, &mut subscription, facts, &plans).await? {
                pay_invoice(app, &mut db, &mut subscription, facts, &plans).await?;
            }
        }
        InvoiceStatus::Open if facts.attempts > 0 => {
            announce_failure(app, &mut db, &mut subscription, facts).await?;
        }
        InvoiceStatus::Open
        | InvoiceStatus::Draft
        | InvoiceStatus::Closed
        | InvoiceStatus::Unknown => {}
    }
    transaction.commit().await?;
    Ok(Applied::Done)
}

/// Finds the versions of plans to which the prices of an invoice belong.
pub(super) async fn plans_of(
    db: &mut Connection<'_>,
    subscription: &Subscription,
    facts: &InvoiceFacts,
) -> Result<Vec<PlanOfPrice>, Failure> {
    let prices = facts.lines.iter().filter_map(|line| line.price_id.as_ref());
    let mut prices: Vec<&String> = prices.collect();
    prices.sort_unstable();
    prices.dedup();
    let mut plans = Vec::new();
    for price_id in prices {
        let found = find_plan_of_price(db, &subscription.connection_id, price_id).await?;
        let plan = found.filter(|plan| plan.book_id == subscription.book_id);
        plans.extend(plan.map(|plan| PlanOfPrice {
            stripe_price_id: price_id.clone(),
            plan,
        }));
    }
    Ok(plans)
}

/// Records the event of a payment that failed, once for each attempt of Stripe.
async fn announce_failure(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &mut Subscription,
    facts: &InvoiceFacts,
) -> Result<(), Failure> {
    let failure = AnnouncedFailure {
        invoice: Some(facts.id.clone()),
        attempts: facts.attempts,
    };
    let is_same = subscription.announced.invoice == failure.invoice;
    if is_same && subscription.announced.attempts >= failure.attempts {
        return Ok(());
    }
    subscription.announced = failure;
    if facts.is_renewal {
        subscription.payment_url.clone_from(&facts.hosted_url);
    }
    let plans = plans_of(db, subscription, facts).await?;
    let plan: Option<&SoldPlan> = plans.first().map(|found| &found.plan);
    save_standing(app, db, subscription, plan).await?;
    let mut billing = billing_of(subscription, plan);
    if let Some(members) = billing.as_object_mut() {
        members.insert("amount_minor".to_owned(), facts.amounts.due.into());
        members.insert("currency".to_owned(), facts.currency.as_str().into());
        members.insert("action_url".to_owned(), facts.hosted_url.clone().into());
    }
    let kind = "subscription.payment_failed";
    post_billing_event(app, db, &subscription.wallet(), kind, billing).await?;
    // A buyer who subscribes or changes the plan sees the failure at once.
    if facts.is_renewal {
        mail_failure(app, db, subscription, plan, facts).await?;
    }
    Ok(())
}
