//! Pending authorization requests: stored during the user's sign-in or consent, or pushed by the client.

mod park;
mod push;
mod sealed;
pub(crate) mod store;
mod waiting;

pub(crate) use park::{
    PendingRequest, client_of, count_write, find, key_of, resumed_id, store_request,
};
pub(crate) use push::{PUSHED_LIFE, PushedRequest, find_pushed, is_pushed};
pub(crate) use waiting::{RequestStorage, take};
