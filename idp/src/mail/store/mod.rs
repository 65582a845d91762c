//! The tables of the mail room: links and codes, budgets and guesses of addresses, the outbox, what became of letters, and
//! proofs of addresses.

pub(crate) mod budgets;
pub(crate) mod deliveries;
pub(crate) mod guesses;
pub(crate) mod links;
pub(super) mod outbox;
pub(crate) mod proofs;
