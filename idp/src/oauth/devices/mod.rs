//! Device authorization (RFC 8628): a device without a keyboard shows a short code, and a user allows it on our page.

mod begin;
mod decide;
mod device;
mod open;
pub(crate) mod page;
mod poll;
pub(crate) mod store;
mod user_code;

pub(crate) use begin::{BeginOutcome, DeviceRequest, begin};
pub(crate) use device::{FIRST_INTERVAL, LIFETIME};
pub(crate) use poll::{PollOutcome, poll};
pub(crate) use user_code::UserCode;
