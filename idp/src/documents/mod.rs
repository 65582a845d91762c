//! Client metadata documents: a client's id is an https URL, and the document at this URL is its registration
//! (draft-ietf-oauth-client-id-metadata-document).

mod document;
mod fetch;
mod find;
mod flights;
mod settle;
mod store;

pub(crate) use find::{find, find_named};
pub(crate) use flights::InFlightFetches;
pub(crate) use settle::{ClientUser, settle, settle_itself};
