//! A person's own passkeys: looking at them, adding, renaming and removing one.

mod add;
mod page;
mod remove;
mod rename;

pub(crate) use page::{change_passkeys, show_passkeys};
