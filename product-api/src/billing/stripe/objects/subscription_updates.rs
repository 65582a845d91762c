//! Changes of subscriptions, and previews of what they cost.

use super::invoices::StripeInvoice;
use super::subscriptions::StripeSubscription;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// The time at which a change of price or quantity takes effect for money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UpdateTiming {
    /// A new period begins now, and nothing is prorated.
    Restart,
    /// The rest of the period from this instant on, in seconds since the epoch, is prorated and invoiced now.
    Prorated(i64),
    /// The trial continues, and nothing is paid now.
    Trial,
}

/// A change of the price or the quantity of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SubscriptionUpdate<'a> {
    /// The item's id.
    pub(crate) item: &'a str,
    /// The price's id.
    pub(crate) price: &'a str,
    /// The number of pieces.
    pub(crate) quantity: i64,
    /// The time at which it takes effect.
    pub(crate) timing: UpdateTiming,
}

/// The end of a subscription, as an update sets or clears it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndUpdate {
    /// It ends with the period.
    AtPeriodEnd,
    /// It does not end with the period.
    NotAtPeriodEnd,
    /// It does not end at the time that was set.
    NotAtTime,
}

impl SubscriptionUpdate<'_> {
    fn form(&self) -> Form {
        let form = self.costs("", "").with("items[0][id]", self.item);
        match self.timing {
            // A change that has to be paid applies once it is.
            UpdateTiming::Restart | UpdateTiming::Prorated(_) => {
                form.with("payment_behavior", "pending_if_incomplete")
            }
            UpdateTiming::Trial => form,
        }
    }

    fn preview_form(&self, subscription: &str) -> Form {
        let form = self.costs("subscription_details[", "]");
        form.with("subscription", subscription)
            .with("subscription_details[items][0][id]", self.item)
    }

    /// Returns the parameters on which the amount depends. In previews they are members of another one.
    fn costs(&self, open: &str, close: &str) -> Form {
        let name = |name: &str| format!("{open}{name}{close}");
        let form = Form::default()
            .with(format!("{}[0][price]", name("items")), self.price)
            .with(format!("{}[0][quantity]", name("items")), self.quantity);
        match self.timing {
            UpdateTiming::Restart => form
                .with(name("billing_cycle_anchor"), "now")
                .with(name("proration_behavior"), "none"),
            UpdateTiming::Prorated(at) => form
                .with(name("proration_behavior"), "always_invoice")
                .with(name("proration_date"), at),
            UpdateTiming::Trial => form.with(name("proration_behavior"), "none"),
        }
    }
}

impl StripeAccount<'_> {
    /// Changes the price or the quantity of a subscription. A change whose payment fails waits for it.
    pub(crate) async fn update_subscription(
        &self,
        idempotency_key: &str,
        id: &str,
        update: &SubscriptionUpdate<'_>,
    ) -> Result<StripeSubscription, StripeError> {
        let path = ["subscriptions", id];
        self.create(&path, idempotency_key, &update.form()).await
    }

    /// Returns the invoice that a change would make.
    pub(crate) async fn preview_update(
        &self,
        id: &str,
        update: &SubscriptionUpdate<'_>,
    ) -> Result<StripeInvoice, StripeError> {
        let path = ["invoices", "create_preview"];
        self.change(&path, &update.preview_form(id)).await
    }

    /// Sets or clears the end of a subscription. A repetition changes nothing.
    pub(crate) async fn set_end(
        &self,
        id: &str,
        end: EndUpdate,
    ) -> Result<StripeSubscription, StripeError> {
        let form = match end {
            EndUpdate::AtPeriodEnd => Form::default().with("cancel_at_period_end", true),
            EndUpdate::NotAtPeriodEnd => Form::default().with("cancel_at_period_end", false),
            EndUpdate::NotAtTime => Form::default().with("cancel_at", ""),
        };
        self.change(&["subscriptions", id], &form).await
    }

    /// Cancels a subscription now; its open time is neither refunded nor invoiced.
    pub(crate) async fn cancel_subscription(
        &self,
        id: &str,
    ) -> Result<StripeSubscription, StripeError> {
        self.delete(&["subscriptions", id]).await
    }

    /// Sets the payment method of later invoices of a subscription.
    pub(crate) async fn set_payment_method(
        &self,
        id: &str,
        method: &str,
    ) -> Result<StripeSubscription, StripeError> {
        let form = Form::default().with("default_payment_method", method);
        self.change(&["subscriptions", id], &form).await
    }

    /// Pays an open invoice with a saved payment method.
    pub(crate) async fn pay_invoice(
        &self,
        idempotency_key: &str,
        id: &str,
        method: &str,
    ) -> Result<StripeInvoice, StripeError> {
        let form = Form::default().with("payment_method", method);
        self.create(&["invoices", id, "pay"], idempotency_key, &form)
            .await
    }

    /// Voids an open invoice: it cannot be paid any more, and a change that waits for it is given up.
    pub(crate) async fn void_invoice(&self, id: &str) -> Result<StripeInvoice, StripeError> {
        self.change(&["invoices", id, "void"], &Form::default())
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(form: &Form) -> Vec<String> {
        let pairs = form.pairs().iter();
        pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect()
    }

    #[test]
    fn preview_asks_for_the_costs_of_the_change() {
        let update = |timing| SubscriptionUpdate {
            item: "si_1",
            price: "price_2",
            quantity: 3,
            timing,
        };
        let restart = written(&update(UpdateTiming::Restart).form());
        assert_eq!(
            restart,
            [
                "items[0][price]=price_2",
                "items[0][quantity]=3",
                "billing_cycle_anchor=now",
                "proration_behavior=none",
                "items[0][id]=si_1",
                "payment_behavior=pending_if_incomplete",
            ]
        );
        let preview = written(&update(UpdateTiming::Prorated(7)).preview_form("sub_1"));
        assert_eq!(
            preview,
            [
                "subscription_details[items][0][price]=price_2",
                "subscription_details[items][0][quantity]=3",
                "subscription_details[proration_behavior]=always_invoice",
                "subscription_details[proration_date]=7",
                "subscription=sub_1",
                "subscription_details[items][0][id]=si_1",
            ]
        );
        let trial = written(&update(UpdateTiming::Trial).form());
        assert!(
            !trial
                .iter()
                .any(|pair| pair.starts_with("payment_behavior"))
        );
    }
}
