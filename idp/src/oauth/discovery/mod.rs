//! Discovery: the provider's metadata and public keys, as serialized bytes.

pub(crate) mod endpoint;
mod metadata;

pub(crate) use metadata::document;
