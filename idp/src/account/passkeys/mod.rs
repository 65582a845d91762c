//! A user's passkeys: lists, adds, renames and removes them.

mod add;
mod page;
mod remove;
mod rename;
mod take_change;

pub(crate) use page::{change_passkeys, show_passkeys};
pub(crate) use remove::{RemovePasskeyOutcome, remove};
pub(crate) use rename::rename;
pub(crate) use take_change::take_change;
