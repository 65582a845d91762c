//! `client_secret_post`: id and secret as parameters of the form (RFC 6749 section 2.3.1).

use super::credentials::{ClientCredentials, ClientProof, FAILED};
use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;

/// Reads the parameters; a secret without an id is an error.
pub(super) fn read(
    authorization: Option<&str>,
    parameters: &Parameters,
) -> Result<Option<ClientCredentials>, OAuthError> {
    let Some(secret) = parameters.get("client_secret") else {
        return Ok(None);
    };
    // Next to an `Authorization` header the secret is a second method, with or without an id.
    let client_id = match (parameters.get("client_id"), authorization) {
        (Some(client_id), _) => client_id,
        (None, Some(_)) => "",
        (None, None) => return Err(FAILED),
    };
    Ok(Some(ClientCredentials {
        client_id: client_id.to_owned(),
        proof: ClientProof::Secret(secret.to_owned()),
    }))
}
