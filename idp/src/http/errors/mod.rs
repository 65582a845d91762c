//! Protocol errors: the catalogue, and their conversion to JSON, a challenge, or a redirect.

mod catalogue;
mod guard;
mod response;

pub(crate) use catalogue::{ErrorCode, OAuthError, TokenError};
pub(crate) use guard::{Readers, refused_document, with_error_documents};
pub(crate) use response::{
    as_bearer_challenge, as_json, as_missing_token, as_proof_challenge, error_document, redirect,
    with_parameters,
};
