//! The ledger's tables: queries read rows into the types of the ledger, and write them in bulk.

pub(super) mod accounts;
pub(super) mod book_pages;
pub(super) mod book_terms;
pub(super) mod bookings;
pub(super) mod books;
pub(super) mod caps;
pub(super) mod checks;
mod checks_of_balances;
mod checks_of_bookings;
pub(super) mod due;
pub(super) mod expiring;
pub(super) mod explanations;
pub(super) mod hold_pages;
pub(super) mod holds;
pub(super) mod lots;
pub(super) mod originals;
pub(super) mod pages;
pub(super) mod past;
mod pins;
pub(super) mod returns;
pub(super) mod spend_limits;
pub(super) mod statements;
pub(super) mod transfers;
pub(super) mod unusable;
pub(super) mod verifications;
mod wallet_rows;
pub(super) mod wallets;
