//! Merges: users that the idp has merged, followed here with their customers, balances and websites.

mod apply;
mod move_over;
mod moved;
mod poll;
mod run;
mod store;
mod undo;

pub use poll::once;
pub(crate) use run::{Polling, start};
