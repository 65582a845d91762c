//! Applies one object as it is at Stripe now, by the function of its kind.

use serde_json::Value;

use crate::app::App;
use crate::billing::catalog::{apply_price, apply_product};
use crate::billing::checkouts::apply_session;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::{Applied, ApplyError, MarkedObject, ObjectKind, mark};
use crate::billing::payments::{apply_fraud_warning, apply_payment};
use crate::billing::stripe::{Expandable, Priority, StripeAccount, StripeError};
use crate::billing::stripe_customers::apply_customer;
use crate::billing::subscriptions::{apply_fetched_invoice, apply_subscription, retry_renewals};
use crate::billing::topups::{apply_topup_invoice, follow_card, stop_for_dispute, topup_of};

/// Starts of the ids of schedules, and of payments of invoices.
const SCHEDULE: &str = "sub_sched_";
const INVOICE_PAYMENT: &str = "inpay_";
/// Starts of the ids of payment methods; those of two older kinds are used as payment methods, too.
const PAYMENT_METHODS: [&str; 3] = ["pm_", "card_", "src_"];

/// Fetches and applies an object of a connection.
pub(super) async fn apply(
    app: &App,
    connection: &StripeConnection,
    kind: ObjectKind,
    object_id: &str,
) -> Result<Applied, ApplyError> {
    match kind {
        ObjectKind::Session => apply_session(app, connection, object_id).await,
        ObjectKind::Payment => apply_money(app, connection, object_id).await,
        ObjectKind::Customer => apply_buyer(app, connection, object_id).await,
        ObjectKind::Price => apply_price(app, connection, object_id).await,
        ObjectKind::Product => apply_product(app, connection, object_id).await,
        ObjectKind::Subscription => apply_plan(app, connection, object_id).await,
        ObjectKind::Invoice => apply_bill(app, connection, object_id).await,
    }
}

/// Applies a customer, and pays renewals that failed and top-ups that wait with the customer's new card. Marks the customer of a
/// payment method, which a thin event names.
async fn apply_buyer(
    app: &App,
    connection: &StripeConnection,
    object_id: &str,
) -> Result<Applied, ApplyError> {
    if PAYMENT_METHODS
        .iter()
        .any(|start| object_id.starts_with(start))
    {
        return mark_customer(app, connection, object_id).await;
    }
    let applied = apply_customer(app, connection, object_id).await?;
    if matches!(applied, Applied::Done) {
        retry_renewals(app, connection, object_id).await?;
        follow_card(app, connection, object_id).await?;
    }
    Ok(applied)
}

/// Marks the customer of a payment method. One that was detached has none.
async fn mark_customer(
    app: &App,
    connection: &StripeConnection,
    method_id: &str,
) -> Result<Applied, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    let parent = match account.get_payment_method(method_id).await {
        Ok(method) => method.customer.map(|customer| customer.id),
        Err(error) if error.is_missing() => None,
        Err(error) => return Err(error.into()),
    };
    mark_parent(app, connection, ObjectKind::Customer, parent).await
}

/// Applies a subscription; marks the one of a schedule, which a thin event names.
async fn apply_plan(
    app: &App,
    connection: &StripeConnection,
    object_id: &str,
) -> Result<Applied, ApplyError> {
    if !object_id.starts_with(SCHEDULE) {
        return apply_subscription(app, connection, object_id).await;
    }
    let account = open_account(app, connection, Priority::Inbox)?;
    let parent = match account.get_schedule(object_id).await {
        Ok(schedule) => schedule.subscription(),
        Err(error) if error.is_missing() => None,
        Err(error) => return Err(error.into()),
    };
    mark_parent(app, connection, ObjectKind::Subscription, parent).await
}

/// Applies an invoice of a subscription or a top-up; marks the one of a payment, which a thin event names.
async fn apply_bill(
    app: &App,
    connection: &StripeConnection,
    object_id: &str,
) -> Result<Applied, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    if !object_id.starts_with(INVOICE_PAYMENT) {
        return match account.get_invoice(object_id).await {
            Ok(invoice) if topup_of(&invoice).is_some() => {
                apply_topup_invoice(app, connection, &invoice).await
            }
            Ok(invoice) => apply_fetched_invoice(app, connection, &invoice).await,
            // Stripe deletes only drafts of invoices, which were never paid.
            Err(error) if error.is_missing() => Ok(Applied::Done),
            Err(error) => Err(error.into()),
        };
    }
    let parent = match account.get_invoice_payment(object_id).await {
        Ok(payment) => payment.invoice.map(|invoice| invoice.id),
        Err(error) if error.is_missing() => None,
        Err(error) => return Err(error.into()),
    };
    mark_parent(app, connection, ObjectKind::Invoice, parent).await
}

/// Marks the object to which another one belongs.
async fn mark_parent(
    app: &App,
    connection: &StripeConnection,
    kind: ObjectKind,
    parent: Option<String>,
) -> Result<Applied, ApplyError> {
    let Some(object_id) = &parent else {
        return Ok(Applied::Foreign);
    };
    let marked = MarkedObject {
        connection_id: &connection.id,
        kind,
        object_id,
    };
    let mut transaction = app.database.begin().await?;
    let now = app.clock.now();
    mark(&mut transaction.connection(), marked, None, now).await?;
    transaction.commit().await?;
    Ok(Applied::Done)
}

/// Applies a payment intent or a fraud warning; marks the intent of a charge, refund or dispute. A dispute turns the buyer's top-up
/// off.
async fn apply_money(
    app: &App,
    connection: &StripeConnection,
    object_id: &str,
) -> Result<Applied, ApplyError> {
    let Some(part) = PaymentPart::from_object_id(object_id) else {
        let applied = apply_payment(app, connection, object_id).await?;
        stop_for_dispute(app, connection, object_id).await?;
        return Ok(applied);
    };
    if part == PaymentPart::FraudWarning {
        return apply_fraud_warning(app, connection, object_id).await;
    }
    let account = open_account(app, connection, Priority::Inbox)?;
    let intent = match part.find_intent(&account, object_id).await {
        Ok(intent) => intent,
        Err(error) if error.is_missing() => None,
        Err(error) => return Err(error.into()),
    };
    // Money without an intent is not ours: each checkout has one.
    mark_parent(app, connection, ObjectKind::Payment, intent).await
}

/// An object that belongs to a payment intent. Thin events name it, and not the intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PaymentPart {
    Charge,
    Refund,
    Dispute,
    FraudWarning,
}

impl PaymentPart {
    /// Returns the kind of an id; `None` for a payment intent.
    fn from_object_id(object_id: &str) -> Option<Self> {
        let (prefix, _) = object_id.split_once('_')?;
        match prefix {
            "ch" | "py" => Some(Self::Charge),
            "re" | "pyr" => Some(Self::Refund),
            "dp" | "du" | "pdp" => Some(Self::Dispute),
            "issfr" => Some(Self::FraudWarning),
            _ => None,
        }
    }

    async fn find_intent(
        self,
        account: &StripeAccount<'_>,
        id: &str,
    ) -> Result<Option<String>, StripeError> {
        let intent: Option<Expandable<Value>> = match self {
            Self::Charge => account.get_charge(id).await?.payment_intent,
            Self::Refund => account.get_refund(id).await?.payment_intent,
            Self::Dispute => account.get_dispute(id).await?.payment_intent,
            Self::FraudWarning => None,
        };
        Ok(intent.map(|intent| intent.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_of_an_id_names_the_part_of_a_payment() {
        let rows = [
            ("pi_3Abc", None),
            ("ch_3Abc", Some(PaymentPart::Charge)),
            ("py_1Abc", Some(PaymentPart::Charge)),
            ("re_3Abc", Some(PaymentPart::Refund)),
            ("pyr_1Abc", Some(PaymentPart::Refund)),
            ("dp_1Abc", Some(PaymentPart::Dispute)),
            ("du_1Abc", Some(PaymentPart::Dispute)),
            ("issfr_1Abc", Some(PaymentPart::FraudWarning)),
            ("chx", None),
            ("", None),
        ];
        for (id, expected) in rows {
            assert_eq!(PaymentPart::from_object_id(id), expected, "{id}");
        }
    }
}
