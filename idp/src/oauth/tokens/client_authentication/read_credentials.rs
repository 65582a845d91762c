//! The authentication method of a request, and the credentials that it presents.

use super::credentials::{ClientCredentials, FAILED};
use super::{basic, none, post, private_key_jwt};
use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;

/// Reads one method; returns `None` if the request does not use it.
type ReadMethod = fn(Option<&str>, &Parameters) -> Result<Option<ClientCredentials>, OAuthError>;

/// Methods with a proof.
const METHODS: [ReadMethod; 3] = [private_key_jwt::read, basic::read, post::read];

/// Reads the credentials of a request, which must use one method (RFC 6749 section 2.3) and name one client.
pub(super) fn read(
    authorization: Option<&str>,
    parameters: &Parameters,
) -> Result<ClientCredentials, OAuthError> {
    let mut used = None;
    for method in METHODS {
        let lookup = method(authorization, parameters)?;
        if lookup.is_some() && used.is_some() {
            return Err(OAuthError::invalid_request(
                "The client proves itself by two methods; one is allowed.",
            ));
        }
        used = used.or(lookup);
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
