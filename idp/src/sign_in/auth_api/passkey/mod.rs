//! Sign-in with a passkey: the device names the user and proves it.

mod endpoint;
mod sign_in;

pub(super) use endpoint::{begin, sign_in};
