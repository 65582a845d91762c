//! User changes at the idp (merges, undone merges, activations, deactivations, deletions), applied here in the idp's order. If
//! the idp's database was restored from a backup, all changes are read again (`rewind.rs`).
//!
//! A merge moves customers, balances and websites, and its undoing moves them back. A deletion deletes the data from the idp
//! (`erase.rs` lists what remains, and why). The module `users` handles activations and deactivations (`users/apply_activation.rs`).

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
mod show_subscribed;
mod store;
#[cfg(test)]
mod tests;
mod undo;

pub(crate) use poll::apply_all;
pub use poll::once;
pub use progress::{NO_USERS, READ_AGAIN};
pub(crate) use read_progress::{health_word, read_again_at, read_progress};
pub(crate) use run::{UserChangePolling, start};
#[cfg(test)]
pub(crate) use store::TEXTS;
