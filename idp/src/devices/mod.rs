//! Devices without a keyboard: they show a short code, and a person allows them on a page of ours (RFC 8628).

mod begin;
mod decide;
mod device;
mod open;
pub(crate) mod page;
mod poll;
pub(crate) mod store;
mod user_code;

pub(crate) use begin::{Begun, Wish, begin};
pub(crate) use device::{FIRST_INTERVAL, LIFE};
pub(crate) use poll::{Polled, poll};
pub(crate) use user_code::UserCode;
