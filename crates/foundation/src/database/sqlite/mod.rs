//! The one writer of SQLite, and the transactions that share its commits.

pub(super) mod group_commit;
pub(super) mod writer;

pub use group_commit::GroupedTransaction;
pub use writer::Writer;
