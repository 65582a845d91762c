//! The tables of the mail room: links and codes, budgets of addresses, and the outbox.

pub(super) mod budgets;
pub(super) mod links;
pub(super) mod outbox;
