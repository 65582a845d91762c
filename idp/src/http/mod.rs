//! Parts of HTTP requests and responses: pages, languages, cookies, parameters and errors.

pub(crate) mod api_schema;
pub(crate) mod cookies;
pub(crate) mod errors;
pub(crate) mod i18n;
pub(crate) mod network;
pub(crate) mod pages;
pub(crate) mod parameters;
