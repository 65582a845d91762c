//! The built web app, embedded in the binary.

mod asset;
mod endpoint;

pub(crate) use endpoint::endpoint;
