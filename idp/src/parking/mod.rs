//! Authorization requests that wait: parked while their person does something else, or pushed by their client.

mod park;
mod push;
mod sealed;
pub(crate) mod store;
mod waiting;

pub(crate) use park::{Parked, client_of, find, key_of, park, resumed, take_place};
pub(crate) use push::{PUSHED_LIFE, Pushed, find_pushed, is_pushed};
pub(crate) use waiting::{Waiting, take};
