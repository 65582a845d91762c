//! Requests about subscriptions: another plan or number of pieces, with a preview, an end, and its withdrawal.

mod api;
mod cancel_subscription;
mod change_effect;
mod change_subscription;
mod find_target;
mod load_request;
mod note_outcome;
mod preview_change;
mod request_problems;
mod requester;
mod send_change;
mod send_request;
mod start_request;
mod store;
mod subscription_request;
mod sweep_requests;

pub(crate) use api::{MySubscriptionRequestsApi, SubscriptionRequestsApi};
pub(crate) use sweep_requests::sweep_subscription_requests;
