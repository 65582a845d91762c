//! Which method a request uses, and what it presents by it.

use super::{basic, none, post, private_key_jwt};
use crate::errors::{ErrorCode, OAuthError};
use crate::parameters::Parameters;

/// One sentence for whatever did not prove a client, so that nobody learns which clients there are.
pub(super) const FAILED: OAuthError = OAuthError::new(
    ErrorCode::InvalidClient,
    "The client is unknown, or did not prove itself.",
);

/// What is presented by one method.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Presented {
    /// Whom the request says it is from.
    pub(super) client_id: String,
    /// What is to prove that.
    pub(super) proof: Proof,
}

/// What is to prove a client.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// Its secret.
    Secret(String),
    /// An assertion of its own.
    Assertion(String),
    /// Nothing, as public clients have nothing.
    Nothing,
}

/// Reads one method: `None` when the request does not use it.
type Method = fn(Option<&str>, &Parameters) -> Result<Option<Presented>, OAuthError>;

/// The methods by which something is presented.
const METHODS: [Method; 3] = [private_key_jwt::read, basic::read, post::read];

/// Reads what a request presents: by one method (RFC 6749 section 2.3), and in the name of one client.
pub(super) fn read(
    authorization: Option<&str>,
    parameters: &Parameters,
) -> Result<Presented, OAuthError> {
    let mut used = None;
    for method in METHODS {
        let found = method(authorization, parameters)?;
        if found.is_some() && used.is_some() {
            return Err(OAuthError::invalid_request(
                "The client proves itself by two methods; one is allowed.",
            ));
        }
        used = used.or(found);
    }
    let presented = match used {
        Some(presented) => presented,
        None => none::read(parameters).ok_or(FAILED)?,
    };
    let named = parameters.get("client_id");
    if named.is_some_and(|named| named != presented.client_id) {
        return Err(OAuthError::invalid_request(
            "client_id is not the one that proves itself.",
        ));
    }
    Ok(presented)
}
