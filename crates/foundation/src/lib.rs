//! Foundation of all crates, without any knowledge of the product.

pub mod background;
pub mod clock;
pub mod database;
pub mod dpop;
mod email_address;
pub mod env;
pub mod failure;
pub mod followed;
pub mod gather;
pub mod guessable;
pub mod host;
pub mod http;
pub mod id;
pub mod jose;
pub mod json;
pub mod marks;
pub mod outbound;
pub mod png;
mod private_scheme;
pub mod random;
pub mod read_cache;
pub mod secret;
pub mod telemetry;
pub mod testing;
pub mod text_file;
mod timestamp;

pub use background::Background;
pub use clock::{Clock, Reading, Timestamp};
pub use database::{Connection, Database, Transaction};
pub use email_address::{EmailAddress, EmailAddressError, ascii_domain};
pub use failure::Failure;
pub use gather::Gather;
pub use private_scheme::is_private_scheme;
pub use random::Random;
pub use read_cache::ReadCache;
