//! Signing in: the surface under `/api/auth`, as the seed's client library knows it.

pub(crate) mod csrf;
mod origin;
