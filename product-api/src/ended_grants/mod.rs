//! Ended grants: the server polls the idp's list, so that it rejects access tokens of a grant within seconds of its end.
//! Nothing is stored: the list contains every grant whose tokens may still be valid, and a server reads it at startup.

mod poll;
mod run;

pub use poll::once;
pub(crate) use run::{GrantPolling, health_word, start};
