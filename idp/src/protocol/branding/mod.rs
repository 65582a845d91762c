//! Branding of pages with the client whose request they serve: name, host, colour and logo.

mod brand;
pub(crate) mod endpoint;
mod find;

pub(crate) use brand::{Brand, BrandLink, destination_of, document_host_of, links_of};
pub(crate) use find::{brand_of, request_of};
