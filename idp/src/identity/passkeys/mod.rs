//! Passkeys: public keys whose private keys users' authenticators hold, and the ceremonies that register and use them.

mod begin;
mod ceremony;
mod passkey;
mod register;
mod relying_party;
pub(crate) mod store;
mod verify;

pub(crate) use begin::{begin_registration, begin_sign_in};
pub(crate) use passkey::{StoredPasskey, read_name};
pub(crate) use register::{NewPasskey, RegistrationOutcome, register};
pub(crate) use relying_party::RelyingParty;
pub(crate) use verify::{AuthenticatorResponse, PasskeyVerification, verify_response};
