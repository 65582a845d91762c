//! Pending authorization requests: stored during the user's sign-in or consent, or pushed by the client.

mod pushed_request;
mod request_storage;
mod sealed_request;
pub(crate) mod store;
mod store_request;

pub(crate) use pushed_request::{PushedRequest, find_pushed, is_pushed};
pub(crate) use request_storage::{RequestStorage, take};
pub(crate) use sealed_request::PUSHED_LIFETIME;
pub(crate) use store_request::{
    PendingRequest, client_of, count_write, find, key_of, resumed_id, store_request,
};
