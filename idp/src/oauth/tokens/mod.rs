//! The token endpoint: one file per grant type, and the tokens that it returns.

mod access_token;
mod active_token;
mod audience;
mod authorization_code;
mod bearer;
mod claims;
mod client_authentication;
mod client_credentials;
mod device_code;
pub(crate) mod endpoint;
mod form;
mod guard;
mod id_token;
mod issued_tokens;
mod mint;
mod opaque;
mod refresh_batches;
mod refresh_reuse;
mod refresh_token;
mod request_context;
pub(crate) mod store;
mod token;
mod token_request;
mod verified_tokens;

pub(crate) use active_token::{
    ActiveToken, SubjectBatcher, is_signed, subjects, validate_access_token,
};
pub(crate) use bearer::{INVALID_TOKEN, Scheme, presented_token};
pub(crate) use claims::{ClaimsTarget, user_claims};
pub(crate) use client_authentication::{Credentials, authenticate};
pub(crate) use form::{has_refresh_hint, read_form, token_of};
pub(crate) use guard::proven_key;
pub(crate) use opaque::digest_of as opaque_digest;
pub(crate) use refresh_batches::RefreshBatches;
pub(crate) use refresh_token::{digest_of as refresh_digest, find as find_refresh_token};
pub(crate) use token::{ACCESS_TOKEN_LIFETIME, TokenType};
pub(crate) use verified_tokens::{LEEWAY, VerifiedTokenCache};

#[cfg(test)]
mod tests;
