//! Reads of the money journal.

mod journal_lines;
mod sums;

pub(super) use journal_lines::{LineFilter, list_lines};
pub(super) use sums::{DeferredLots, deferred_at, deferred_lots, sum_days};
