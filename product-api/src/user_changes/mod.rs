//! User changes: what becomes of users at the idp (merged, apart again, switched off or on, deleted), followed here in the
//! idp's order, and from the beginning when its database was restored from a backup (`rewind.rs`).
//!
//! A merge moves customers, balances and websites, and its undoing moves them back. A deletion takes away what the idp had
//! told of the person (`erase.rs` says what stays, and why). A switch is the room `users`' own (`users/follow.rs`).

mod apply;
mod erase;
mod follow_up;
mod move_over;
mod moved;
mod poll;
mod progress;
mod read_progress;
mod rewind;
mod run;
mod store;
mod undo;

pub(crate) use poll::apply_all;
pub use poll::once;
pub use progress::{NO_USERS, READ_AGAIN};
pub(crate) use read_progress::{in_a_word, read_again_at, read_progress};
pub(crate) use run::{Polling, start};
#[cfg(test)]
pub(crate) use store::TEXTS;
