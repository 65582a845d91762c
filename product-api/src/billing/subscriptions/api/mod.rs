//! The operations on subscriptions.

mod forms;
mod my_subscriptions;
mod subscriptions;

pub(crate) use forms::SubscriptionDto;
pub(crate) use my_subscriptions::MySubscriptionsApi;
pub(crate) use subscriptions::SubscriptionsApi;
