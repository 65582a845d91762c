//! HTTP server: the accept loop, and the middleware of every service.

mod activity;
mod compress;
mod connection;
mod door;
mod dress;
pub mod encoded;
mod error_body;
mod failure;
mod header_timeout;
pub mod headers;
mod lazily;
mod limit;
mod local;
mod meters;
mod methods;
pub mod operating;
mod paced;
mod patience;
mod places;
mod query;
mod schema;
mod server;
mod steady;
mod tls;

pub use door::Door;
pub use dress::{Dress, ErrorForms, Refused, RequestId, Routine, dress};
pub use error_body::names_html;
pub use failure::log_failure;
pub use lazily::lazily;
pub use local::is_from_this_machine;
pub use methods::{Methods, get, post};
pub use patience::Patience;
pub use query::{QueryContract, QueryError};
pub use schema::{SchemaError, schema_errors};
pub use server::{Drained, serve};
pub use tls::Tls;
