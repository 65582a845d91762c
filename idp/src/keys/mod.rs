//! Signing keys: made at the first start, sealed at rest, published without their private part.

mod generate;
mod hint;
mod keyring;
mod open;
mod signing_key;
mod store;

pub(crate) use keyring::Keys;
pub(crate) use open::open;
pub(crate) use signing_key::Algorithm;

#[cfg(test)]
mod tests;
