//! Sign-in under `/api/auth`, the account pages, and the ways in which accounts begin, merge and end.

pub(crate) mod account;
pub(crate) mod account_deletion;
pub(crate) mod auth_api;
pub mod imports;
pub(crate) mod merges;
pub mod operators;
pub(crate) mod upstream;
