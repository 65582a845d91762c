//! `private_key_jwt`: an assertion signed with the client's own key (RFC 7523 section 2.2).

use super::credentials::{ClientCredentials, ClientProof};
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError};
use crate::http::parameters::Parameters;
use crate::protocol::assertions;
use crate::protocol::clients::{AuthMethod, Client};

const REFUSED: OAuthError = OAuthError::new(
    ErrorCode::InvalidClient,
    "The client assertion has to be signed with a registered key, by that key's kid if it names one, with iss and sub the client, aud our issuer as a single text (or the token endpoint's address, where the registration has token_endpoint_as_audience), a fresh jti, and exp within 5 minutes.",
);

/// Reads the assertion. A request with only one of the two parameters is an error, and no request of a public client.
pub(super) fn read(
    _authorization: Option<&str>,
    parameters: &Parameters,
) -> Result<Option<ClientCredentials>, OAuthError> {
    let kind = parameters.get("client_assertion_type");
    let assertion = match (parameters.get("client_assertion"), kind) {
        (None, None) => return Ok(None),
        (Some(assertion), Some(assertions::TYPE)) => assertion,
        (_, Some(_) | None) => return Err(REFUSED),
    };
    Ok(Some(ClientCredentials {
        client_id: assertions::claimed_client(assertion).ok_or(REFUSED)?,
        proof: ClientProof::Assertion(assertion.to_owned()),
    }))
}

/// Verifies the assertion of a client that is registered for this method.
pub(super) async fn check(
    app: &App,
    client: Option<&Client>,
    assertion: &str,
) -> Result<Result<(), OAuthError>, TokenError> {
    let registered = client.filter(|client| client.auth_method == AuthMethod::PrivateKeyJwt);
    let is_proven = match registered {
        Some(client) => assertions::verify(app, client, assertion).await?,
        None => false,
    };
    Ok(if is_proven { Ok(()) } else { Err(REFUSED) })
}
