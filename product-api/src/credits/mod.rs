//! Credits: books, accounts, lots and the rules that move them; exactly once, integer, double-entry.

mod account;
mod amount;
mod api;
mod balance;
mod book;
mod booking;
mod coalescer;
mod execute;
mod freeze;
mod grant;
mod guard;
mod hand_over;
mod hold;
mod hold_view;
mod holding;
mod job;
mod keys;
mod ledger;
mod load;
mod lot;
mod open;
mod operation;
mod original;
mod originals;
mod pinning;
mod posting;
mod refusal;
mod rerun;
mod reversal;
mod reverse;
mod save;
mod set_aside;
mod settle;
mod spend;
mod statement;
mod store;
mod target;
mod transfer;
mod verification;
mod verify;
mod wave;

#[cfg(test)]
mod tests;

pub(crate) use account::Owner;
pub(crate) use api::{HoldsApi, LedgerApi, MovesApi, MyCreditsApi, ReadsApi, ReversalsApi};
pub(crate) use hand_over::{HandOver, hand_back, hand_over};
pub(crate) use open::Ledger;
pub(crate) use settle::settle_due;
pub(crate) use store::verifications::OLD_RUNS;
pub(crate) use verification::verify_again;
pub use verify::{Finding, verify};
