//! Foundation of all crates, without any knowledge of the product.

pub mod database;
pub mod dpop;
pub mod env;
pub mod failure;
pub mod http;
pub mod id;
pub mod jose;
pub mod outbound;
pub mod random;
pub mod secret;
pub mod task;
pub mod telemetry;
pub mod testing;
pub mod text;
pub mod time;

pub use database::{Connection, Database, Transaction};
pub use failure::Failure;
pub use random::Random;
pub use task::{Background, QueryBatcher, ReadCache, within};
pub use text::{EmailAddress, EmailAddressError, ascii_domain, is_private_scheme};
pub use time::{Clock, MonotonicTime, Timestamp};
