//! A user's passkeys: lists, adds, renames and removes them.

mod add;
mod count_change;
mod page;
mod remove;
mod rename;

pub(crate) use count_change::count_change;
pub(crate) use page::{change_passkeys, show_passkeys};
pub(crate) use remove::{RemovePasskeyOutcome, remove};
pub(crate) use rename::rename;
