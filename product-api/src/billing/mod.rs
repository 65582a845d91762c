//! Billing: packs and plans that a website sells for money through its own Stripe account, and the credits that buyers get for them.
//!
//! From the lowest layer up (`crates/tidy/src/rules/circles.rs`): `currency` and `stripe`, the client of its API; `connections`,
//! the Stripe accounts; `marks`, objects to be fetched; `catalog`, packs and prices, and `journal`, the books of money;
//! `stripe_customers` and `trials`; `payments`, which takes credits back when money goes back; `subscriptions`; `buyer_requests`,
//! parts that requests of buyers share; `topups`, which buy packs automatically; `checkouts`, `disputes` and `refunds`, the
//! operations; `customer_links`, for subscribers of an earlier system; `subscription_requests`, which change subscriptions;
//! `inbox`, which applies marked objects; `reconcile`, the comparison with Stripe; `revenue`, which reads the books. Topics are in
//! `docs/billing`.

mod buyer_requests;
mod catalog;
mod checkouts;
mod connections;
mod currency;
mod customer_links;
mod disputes;
mod guard;
pub mod inbox;
mod journal;
mod marks;
mod payments;
mod reconcile;
mod refunds;
mod revenue;
mod stripe;
mod stripe_customers;
mod subscription_requests;
mod subscriptions;
mod topups;
mod trials;

pub use catalog::sync_catalog;
pub(crate) use catalog::{
    CatalogApi, PackVersionsApi, PacksApi, PlanVersionsApi, PlansApi, PublicCatalogApi,
    PublicCatalogs, public_catalogs, start as start_catalog,
};
pub(crate) use checkouts::{
    CheckoutsApi, MyCheckoutsApi, MyPortalApi, PaymentAcceptanceApi, PortalApi, sweep_checkouts,
};
pub(crate) use connections::{
    BillingSettingsApi, ConnectionNotice, ConnectionNoticeKind, StripeConnectionsApi,
    check_website_subscriptions, list_connection_notices, start, start_linking,
};
pub use connections::{check_due, connect_pretend};
pub(crate) use customer_links::StripeCustomersApi;
pub(crate) use disputes::DisputesApi;
pub use journal::recognize_revenue;
pub(crate) use payments::{
    MyPaymentsApi, PaymentNotice, PaymentNoticeKind, PaymentsApi, list_payment_notices,
    mark_waiting,
};
pub use reconcile::reconcile_due;
pub(crate) use reconcile::{
    FindingsApi, OLD_RECONCILE_RUNS, OperatorFindingsApi, OperatorReconcileApi, OperatorStatusApi,
    ReconcileApi, read_reconcile_figures, start_reconcile,
};
pub(crate) use refunds::{RefundsApi, sweep_refunds};
pub(crate) use revenue::{OperatorJournalApi, OperatorRevenueApi, RevenueApi, RevenuePaymentsApi};
pub(crate) use stripe::StripeClient;
pub(crate) use subscription_requests::{
    MySubscriptionRequestsApi, SubscriptionRequestsApi, sweep_subscription_requests,
};
pub(crate) use subscriptions::{
    MySubscriptionsApi, SubscriptionsApi, end_subscriptions, sweep_subscriptions,
};
pub use topups::sweep_topups;
pub(crate) use topups::{MyTopUpApi, TopUpsApi, start as start_topups};

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(crate) const TEXTS: [&[&str]; 17] = [
    catalog::TEXTS,
    checkouts::TEXTS[0],
    checkouts::TEXTS[1],
    connections::TEXTS,
    inbox::TEXTS,
    payments::TEXTS[0],
    payments::TEXTS[1],
    payments::TEXTS[2],
    reconcile::TEXTS[0],
    reconcile::TEXTS[1],
    reconcile::TEXTS[2],
    revenue::TEXTS[0],
    revenue::TEXTS[1],
    subscriptions::TEXTS[0],
    subscriptions::TEXTS[1],
    topups::TEXTS[0],
    topups::TEXTS[1],
];
