//! The kinds of objects that the double keeps.

use serde::{Deserialize, Serialize};

/// A kind of Stripe object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum ObjectKind {
    Customer,
    Product,
    Price,
    CheckoutSession,
    PaymentIntent,
    SetupIntent,
    Charge,
    Refund,
    Dispute,
    FraudWarning,
    BalanceTransaction,
    WebhookEndpoint,
    Event,
    PaymentMethod,
    Invoice,
    InvoicePayment,
    PortalSession,
    PortalConfiguration,
    PromotionCode,
    SubscriptionSchedule,
    Subscription,
    InvoiceItem,
}

impl ObjectKind {
    /// Returns the value of `object`, which also names the kind in messages.
    pub(crate) const fn object(self) -> &'static str {
        self.names().0
    }

    /// Returns the prefix of ids.
    pub(crate) const fn prefix(self) -> &'static str {
        self.names().1
    }

    /// Returns the path of the list under `/v1/`.
    pub(crate) const fn path(self) -> &'static str {
        self.names().2
    }

    /// Finds the kind by the value of `object`.
    pub(crate) fn from_object(object: &str) -> Option<Self> {
        ALL.into_iter().find(|kind| kind.object() == object)
    }

    /// Finds the kind of an id by its prefix; a product with an id of the client's own has none.
    pub(crate) fn from_id(id: &str) -> Option<Self> {
        ALL.into_iter().find(|kind| id.starts_with(kind.prefix()))
    }

    const fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Customer => ("customer", "cus_", "customers"),
            Self::Product => ("product", "prod_", "products"),
            Self::Price => ("price", "price_", "prices"),
            Self::CheckoutSession => ("checkout.session", "cs_", "checkout/sessions"),
            Self::PaymentIntent => ("payment_intent", "pi_", "payment_intents"),
            Self::SetupIntent => ("setup_intent", "seti_", "setup_intents"),
            Self::Charge => ("charge", "ch_", "charges"),
            Self::Refund => ("refund", "re_", "refunds"),
            Self::Dispute => ("dispute", "dp_", "disputes"),
            Self::FraudWarning => (
                "radar.early_fraud_warning",
                "issfr_",
                "radar/early_fraud_warnings",
            ),
            Self::BalanceTransaction => ("balance_transaction", "txn_", "balance_transactions"),
            Self::WebhookEndpoint => ("webhook_endpoint", "we_", "webhook_endpoints"),
            Self::Event => ("event", "evt_", "events"),
            Self::PaymentMethod => ("payment_method", "pm_", "payment_methods"),
            Self::Invoice => ("invoice", "in_", "invoices"),
            Self::InvoicePayment => ("invoice_payment", "inpay_", "invoice_payments"),
            Self::PortalSession => ("billing_portal.session", "bps_", "billing_portal/sessions"),
            Self::PortalConfiguration => (
                "billing_portal.configuration",
                "bpc_",
                "billing_portal/configurations",
            ),
            Self::PromotionCode => ("promotion_code", "promo_", "promotion_codes"),
            Self::SubscriptionSchedule => (
                "subscription_schedule",
                "sub_sched_",
                "subscription_schedules",
            ),
            Self::InvoiceItem => ("invoiceitem", "ii_", "invoiceitems"),
            Self::Subscription => ("subscription", "sub_", "subscriptions"),
        }
    }
}

const ALL: [ObjectKind; 22] = [
    ObjectKind::Customer,
    ObjectKind::Product,
    ObjectKind::Price,
    ObjectKind::CheckoutSession,
    ObjectKind::PaymentIntent,
    ObjectKind::SetupIntent,
    ObjectKind::Charge,
    ObjectKind::Refund,
    ObjectKind::Dispute,
    ObjectKind::FraudWarning,
    ObjectKind::BalanceTransaction,
    ObjectKind::WebhookEndpoint,
    ObjectKind::Event,
    ObjectKind::PaymentMethod,
    ObjectKind::Invoice,
    ObjectKind::InvoicePayment,
    ObjectKind::PortalSession,
    ObjectKind::PortalConfiguration,
    ObjectKind::PromotionCode,
    // Its prefix begins with that of subscriptions, so that it comes first.
    ObjectKind::SubscriptionSchedule,
    ObjectKind::Subscription,
    ObjectKind::InvoiceItem,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_is_found_by_its_names() {
        for kind in ALL {
            assert_eq!(ObjectKind::from_object(kind.object()), Some(kind));
            let id = format!("{}1", kind.prefix());
            assert_eq!(ObjectKind::from_id(&id), Some(kind), "{id}");
        }
        assert_eq!(ObjectKind::from_id("tollgate_pck_1"), None);
    }
}
