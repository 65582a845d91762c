//! Execution of operations: each once for its idempotency key, many in one database transaction.

pub(super) mod batcher;
pub(super) mod commit_batch;
pub(super) mod execute;
pub(super) mod key_caps;
pub(super) mod ledger;
pub(super) mod load;
pub(super) mod open_book;
pub(super) mod originals;
pub(super) mod pending;
pub(super) mod prices;
pub(super) mod queue;
pub(super) mod refusal;
pub(super) mod request;
pub(super) mod resolve;
pub(super) mod results;
pub(super) mod retry;
pub(super) mod run_operation;
pub(super) mod save;
pub(super) mod signup_grants;
mod topup_member;
