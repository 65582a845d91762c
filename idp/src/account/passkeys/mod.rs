//! A person's own passkeys: looking at them, adding, renaming and removing one.

mod add;
mod page;
mod remove;
mod rename;
mod take_change;

pub(crate) use page::{change_passkeys, show_passkeys};
pub(crate) use remove::{Removed, remove};
pub(crate) use rename::rename;
pub(crate) use take_change::take_change;
