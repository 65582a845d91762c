//! Sign-in through an upstream provider.

mod endpoint;
mod guard;

pub(super) use endpoint::{finish, start};
