//! Tests the rules of idempotency keys and the catalogue of errors.

mod catalogue;
mod contract;
mod rows;
mod things;
