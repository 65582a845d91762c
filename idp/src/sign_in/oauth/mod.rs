//! Signing in through an outside provider.

mod endpoint;
mod guard;

pub(super) use endpoint::{finish, start};
