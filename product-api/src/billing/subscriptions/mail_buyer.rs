//! Emails to users about their subscriptions: a payment that failed, and a trial that ends. Websites inform their other customers.

use foundation::{Connection, Failure, Timestamp};

use super::invoice_facts::InvoiceFacts;
use super::store::{self, SubscriptionHolder};
use super::subscription::Subscription;
use crate::app::App;
use crate::billing::catalog::SoldPlan;
use crate::billing::currency::{Currency, Money};
use crate::owner_mails::{BuyerMail, queue_buyer_mail};

/// The page on which a user pays, and changes the card.
const PAGE: &str = "/account/billing";

/// Queues an email about a payment that failed, once for each attempt of Stripe. The caller has locked the subscription.
pub(super) async fn mail_failure(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
    plan: Option<&SoldPlan>,
    invoice: &InvoiceFacts,
) -> Result<(), Failure> {
    let Some(holder) = store::find_holder(db, &subscription.wallet()).await? else {
        return Ok(());
    };
    let mail = about_failure(&holder, subscription, plan, invoice);
    queue_buyer_mail(app, db, &mail).await
}

/// Queues an email about a trial that ends. The caller has locked the subscription.
pub(super) async fn mail_trial_end(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
    plan: Option<&SoldPlan>,
) -> Result<(), Failure> {
    let Some(end) = subscription.trial_end else {
        return Ok(());
    };
    let Some(holder) = store::find_holder(db, &subscription.wallet()).await? else {
        return Ok(());
    };
    let day = day_of(end);
    let name = name_of(plan);
    let mail = BuyerMail {
        user_id: holder.user_id.clone(),
        mode: holder.mode,
        cause: format!("trial {} {}", subscription.id, end.seconds()),
        title: format!("Your trial of {name} ends on {day}"),
        lines: [
            format!(
                "{}: the first payment follows the trial.",
                seller_of(&holder)
            ),
            "If you do not want to pay, cancel before.".to_owned(),
        ],
        page: PAGE,
    };
    queue_buyer_mail(app, db, &mail).await
}

fn about_failure(
    holder: &SubscriptionHolder,
    subscription: &Subscription,
    plan: Option<&SoldPlan>,
    invoice: &InvoiceFacts,
) -> BuyerMail {
    let name = name_of(plan);
    let amount = amount_of(invoice);
    BuyerMail {
        user_id: holder.user_id.clone(),
        mode: holder.mode,
        cause: format!(
            "renewal {} {} {}",
            subscription.id, invoice.id, invoice.attempts
        ),
        title: format!("A payment for {name} failed"),
        lines: [
            format!("{}: {amount} for {name} was not paid.", seller_of(holder)),
            "Pay it now, or use another card. Otherwise the subscription ends.".to_owned(),
        ],
        page: PAGE,
    }
}

fn name_of(plan: Option<&SoldPlan>) -> &str {
    plan.map_or("your subscription", |plan| plan.name.as_str())
}

fn seller_of(holder: &SubscriptionHolder) -> &str {
    holder.website_name.as_deref().unwrap_or("Your account")
}

/// Returns the amount that is to be paid of an invoice with its currency, as in `10.00 EUR`.
fn amount_of(invoice: &InvoiceFacts) -> String {
    let minor = invoice.amounts.due;
    match Currency::parse(&invoice.currency) {
        Some(currency) => Money { currency, minor }.with_code(),
        None => format!("{minor} {}", invoice.currency.to_uppercase()),
    }
}

/// Returns the day of a time in UTC, as in `2027-01-22`.
fn day_of(time: Timestamp) -> String {
    time.to_iso8601().chars().take(10).collect()
}
