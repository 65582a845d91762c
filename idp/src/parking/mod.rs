//! Pending authorization requests: stored during the user's sign-in or consent, or pushed by the client.

mod park;
mod push;
mod sealed;
pub(crate) mod store;
mod waiting;

pub(crate) use park::{Parked, client_of, find, key_of, park, resumed, take_place};
pub(crate) use push::{PUSHED_LIFE, Pushed, find_pushed, is_pushed};
pub(crate) use waiting::{Waiting, take};
