//! Client metadata documents: a client's id is an https URL, and the document at this URL is its registration
//! (draft-ietf-oauth-client-id-metadata-document).

mod document;
mod fetch;
mod find;
mod in_flight;
mod store;
mod store_client;

pub(crate) use find::{find, find_named};
pub(crate) use in_flight::InFlightFetches;
pub(crate) use store_client::{StorageReason, store_client, store_for_pending_request};
