//! Tables of the mail module: links and codes, budgets and guesses of addresses, the outbox, delivery results, and
//! proofs of addresses.

pub(crate) mod budgets;
pub(crate) mod deliveries;
pub(crate) mod guesses;
pub(crate) mod links;
pub(super) mod outbox;
pub(crate) mod proofs;
