//! Subscriptions: plans that buyers pay again and again, the allowances of credits that they bring, and who is subscribed.

mod accept_late;
mod allowance;
mod api;
mod apply_invoice;
mod apply_subscription;
mod due_month;
mod end_lots;
mod end_subscriptions;
mod follow_reversals;
mod grant_allowances;
mod invoice_facts;
mod invoice_grants;
mod judge_checkout;
mod list;
mod mail_buyer;
mod open_subscription;
mod pay_invoice;
mod period;
mod preview_credits;
mod read_objects;
mod retry_renewals;
mod rollover;
mod show_standing;
mod standing;
mod store;
mod subscription;
mod subscription_facts;
mod sweep_subscriptions;
mod take_history;
mod take_period;
#[cfg(test)]
mod tests;

pub(crate) use accept_late::accept_late_payment;
pub(crate) use api::{MySubscriptionsApi, SubscriptionDto, SubscriptionsApi};
pub(crate) use apply_invoice::{apply_fetched_invoice, apply_invoice};
pub(crate) use apply_subscription::apply_subscription;
pub(crate) use end_lots::expire_credits;
pub(crate) use end_subscriptions::end_subscriptions;
pub(crate) use list::{
    find_for_user as find_subscription_of_user, find_for_website as find_subscription_of_website,
};
pub(crate) use preview_credits::preview_credits;
pub(crate) use read_objects::subscription_facts;
pub(crate) use retry_renewals::retry_renewals;
pub(crate) use standing::{Collection, SubscriptionStatus};
#[cfg(test)]
pub(super) use store::TEXTS;
pub(crate) use store::{
    SubscriptionHolder, SubscriptionView, find as find_subscription, find_holder,
    find_of_stripe as find_subscription_of_stripe, lock as lock_subscription,
};
pub(crate) use subscription::Subscription;
#[cfg(test)]
pub(crate) use subscription::{AnnouncedFailure, PlanRef, ScheduledChange, TrialState};
pub(crate) use subscription_facts::SubscriptionFacts;
pub(crate) use sweep_subscriptions::sweep_subscriptions;
