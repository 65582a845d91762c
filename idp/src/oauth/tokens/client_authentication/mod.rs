//! Client authentication (RFC 6749 section 2.3): one file per method; a request uses exactly one.

mod authenticate;
mod basic;
mod credentials;
mod guard;
mod none;
mod post;
mod private_key_jwt;
mod read_credentials;
mod secret;

pub(crate) use authenticate::authenticate;
pub(crate) use guard::Credentials;

#[cfg(test)]
mod tests;
