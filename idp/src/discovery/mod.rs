//! Discovery: what this provider can do, and its public keys; constant bytes.

pub(crate) mod endpoint;
mod metadata;

pub(crate) use metadata::document;
