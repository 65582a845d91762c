//! The operations that change subscriptions.

mod forms;
mod my_requests;
mod requests;

pub(crate) use my_requests::MySubscriptionRequestsApi;
pub(crate) use requests::SubscriptionRequestsApi;
