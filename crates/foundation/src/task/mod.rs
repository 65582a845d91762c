//! Tasks: background work of a service, and batches and caches of concurrent lookups.

mod background;
mod query_batcher;
pub mod read_cache;
mod within;

pub use background::{Background, catch_panic, catch_panic_sync};
pub use query_batcher::QueryBatcher;
pub use read_cache::ReadCache;
pub use within::within;
