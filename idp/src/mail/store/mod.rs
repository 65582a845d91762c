//! The tables of the mail room: links and codes, budgets of addresses, and the outbox.

pub(crate) mod budgets;
pub(crate) mod links;
pub(super) mod outbox;
