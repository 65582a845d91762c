//! Browsers' questions for pages of other origins (CORS): answered for origins of registered clients, and for no other.

mod guard;
mod origins;

pub(crate) use guard::for_pages_of_clients;
pub(crate) use origins::Origins;
