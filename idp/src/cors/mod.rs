//! CORS: permits requests from origins of registered clients, and from no other.

mod guard;
mod origins;

pub(crate) use guard::for_pages_of_clients;
pub(crate) use origins::Origins;
