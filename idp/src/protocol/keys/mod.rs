//! Signing keys: created at the first start, encrypted at rest, published without their private part, and rotated.

mod algorithm;
mod ed25519;
mod generate;
mod hint;
mod keyring;
mod lifecycle;
mod maintain;
mod open;
mod reseal;
mod rotate;
mod signing_key;
mod stable;
pub(crate) mod store;
mod withdraw;

pub(crate) use algorithm::Algorithm;
pub(crate) use keyring::{Keyring, SharedKeyring};
pub(crate) use lifecycle::{SigningKeyState, retired_key_lifetime};
pub(crate) use maintain::{keep_maintaining, maintain};
pub(crate) use open::open;
pub(crate) use reseal::reseal;
pub(crate) use rotate::{KeyInfo, Rotation, list, rotate};
pub(crate) use stable::open_stable;
pub(crate) use withdraw::withdraw;

#[cfg(test)]
mod tests;
