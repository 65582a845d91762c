//! Signing in through an outside provider.

mod endpoint;

pub(super) use endpoint::{finish, start};
