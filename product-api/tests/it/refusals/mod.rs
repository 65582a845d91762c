//! Tests the idempotency contract (c.5) and the catalogue of errors (c.9), row by row.

mod catalogue;
mod contract;
mod rows;
mod things;
