//! Clients that are documents: the id is an https address, and what is there is the registration
//! (draft-ietf-oauth-client-id-metadata-document).

mod document;
mod fetch;
mod find;
mod flights;
mod settle;
mod store;

pub(crate) use find::{find, find_named};
pub(crate) use flights::Flights;
pub(crate) use settle::{By, settle, settle_itself};
