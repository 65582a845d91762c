//! HTTP server: the accept loop, and the middleware of every service.

mod activity;
mod components;
mod connection;
mod connection_limit;
pub mod encoded;
mod failure;
mod header_timeout;
pub mod health;
mod lazy_endpoint;
mod listener;
mod local;
mod methods;
pub mod middleware;
mod parameter;
mod pending;
mod query;
mod schema;
mod server;
mod timeouts;
mod tls;
mod write_timeout;

pub use components::{resolve_component, share_components};
pub use failure::log_failure;
pub use lazy_endpoint::lazy_endpoint;
pub use listener::Listener;
pub use local::is_from_this_machine;
pub use methods::{Methods, get, post};
pub use middleware::{
    ErrorFormats, Middleware, RefusedRequest, RequestId, RoutineRequest, accepts_html,
    with_middleware,
};
pub use parameter::parameter_detail;
pub use query::{QueryContract, QueryError};
pub use schema::{SchemaError, schema_errors};
pub use server::{DrainOutcome, serve};
pub use timeouts::Timeouts;
pub use tls::Tls;
