//! Signing in with a passkey: the device says who it is, and proves it.

mod endpoint;
mod enter;

pub(super) use endpoint::{begin, sign_in};
