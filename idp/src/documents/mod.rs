//! Clients that are documents: the id is an https address, and what is there is the registration
//! (draft-ietf-oauth-client-id-metadata-document).

mod document;
mod fetch;
mod find;
mod flights;
pub(crate) mod store;

pub(crate) use find::find;
pub(crate) use flights::Flights;
