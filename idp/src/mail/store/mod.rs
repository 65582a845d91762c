//! The tables of the mail room: links and codes, budgets and guesses of addresses, and the outbox.

pub(crate) mod budgets;
pub(crate) mod guesses;
pub(crate) mod links;
pub(super) mod outbox;
