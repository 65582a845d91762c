//! Sweep: deletes expired rows in batches of limited size.

mod sweep_all;

pub(crate) use sweep_all::{keep_sweeping, sweep_all};
