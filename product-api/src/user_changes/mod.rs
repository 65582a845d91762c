//! User changes: what becomes of users at the idp (merged, apart again, switched off or on, deleted), followed here in the
//! idp's order.
//!
//! A merge moves customers, balances and websites, and its undoing moves them back. A deletion takes away what the idp had
//! told of the person (`erase.rs` says what stays, and why). A switch is the room `users`' own (`users/follow.rs`).

mod apply;
mod erase;
mod follow_up;
mod move_over;
mod moved;
mod poll;
mod run;
mod store;
mod undo;

pub use poll::once;
pub(crate) use poll::{apply_all, reached};
pub(crate) use run::{Polling, start};
#[cfg(test)]
pub(crate) use store::TEXTS;
