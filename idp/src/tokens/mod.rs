//! The token endpoint: one file a grant type, and the tokens that come of them.

mod access_token;
mod authorization_code;
mod bearer;
mod claims;
mod client_authentication;
mod client_credentials;
mod device_code;
pub(crate) mod endpoint;
mod exchange;
mod id_token;
mod mint;
mod refresh_token;
pub(crate) mod store;
mod token;

pub(crate) use access_token::AccessToken;
pub(crate) use bearer::{presented, verify};
pub(crate) use claims::{Opened, about_user};
pub(crate) use client_authentication::{Credentials, authenticate};

#[cfg(test)]
mod tests;
