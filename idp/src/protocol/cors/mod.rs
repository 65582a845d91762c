//! CORS: permits requests from origins of registered clients, and from no other.

mod guard;
mod origins;

pub(crate) use guard::with_client_cors;
pub(crate) use origins::Origins;
