//! Tasks: background work of a service, batches and caches of concurrent lookups, circuit breakers, outboxes.

mod back_off;
mod background;
mod circuit_breaker;
mod outbox;
mod query_batcher;
pub mod read_cache;
mod within;

pub use back_off::back_off;
pub use background::{Background, catch_panic, catch_panic_sync};
pub use circuit_breaker::CircuitBreaker;
pub use outbox::Outbox;
pub use query_batcher::QueryBatcher;
pub use read_cache::ReadCache;
pub use within::within;
