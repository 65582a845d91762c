//! The model test runs random histories of all operations against the ledger and a small model in memory. Histories contain
//! retries, disorder and concurrency. Both must have equal results and equal rows, and all invariants must hold.
//!
//! Decidability: a history is a list of steps on two customers of its own. The operations of a step run concurrently, each sent
//! one to five times by its own tasks; between steps nothing runs. So an operation that is alone in its step has one correct
//! result. Operations that race have one for each order: the model follows every order that explains the results so far, and
//! the final rows must be those of one of them. Hundreds of histories run concurrently, so that commit batches contain
//! operations of many customers. All share the clock. It is constant during a step and jumps between steps, often to the time
//! of an expiry or the microsecond before, and sometimes backwards.
//!
//! `TEST_HISTORIES` sets the number of histories, ten thousand by default, and `TEST_SEED` selects others. The report of a
//! failed history contains its seed, and the shortest history that fails.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each place of the model is about some of the operations"
)]

mod author;
mod capping;
mod format;
mod history;
mod keys;
mod model_ledger;
mod operations;
mod prices;
mod requests;
mod reversing;
mod rows;
mod run;
mod sending;
mod setting_aside;
mod shrink;
mod track;
mod wallet;
mod wording;
