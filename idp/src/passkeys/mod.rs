//! Passkeys: the public halves of keys that people's devices keep, and the ceremonies that make and use them.

mod begin;
mod ceremony;
mod passkey;
mod prove;
mod register;
mod relying_party;
pub(crate) mod store;

pub(crate) use begin::{begin_registration, begin_sign_in};
pub(crate) use passkey::{KeptPasskey, read_name};
pub(crate) use prove::{Answer, Proof, prove};
pub(crate) use register::{NewPasskey, Registered, register};
pub(crate) use relying_party::RelyingParty;
