//! The sweep: what has expired is deleted, a bounded number at a time.

mod sweep_all;

pub(crate) use sweep_all::{keep_sweeping, sweep_all};
