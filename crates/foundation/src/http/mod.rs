//! Serving HTTP: the accept loop, and the dress that every service wears over its routes.

mod activity;
mod connection;
mod door;
mod dress;
mod failure;
pub mod headers;
mod limit;
mod meters;
pub mod operating;
mod paced;
mod patience;
mod places;
mod query;
mod server;
mod steady;
mod tls;

pub use door::Door;
pub use dress::{Dress, ErrorForms, Refused, RequestId, dress};
pub use failure::log_failure;
pub use patience::Patience;
pub use query::{QueryContract, QueryError};
pub use server::{Drained, serve};
pub use tls::Tls;
