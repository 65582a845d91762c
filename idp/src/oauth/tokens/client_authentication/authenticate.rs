//! Client authentication by any of the supported methods.

use std::sync::Arc;

use super::credentials::{ClientProof, FAILED};
use super::guard::Credentials;
use super::read_credentials::read;
use super::{private_key_jwt, secret};
use crate::app::App;
use crate::http::errors::{OAuthError, TokenError};
use crate::http::parameters::Parameters;
use crate::oauth::client_metadata;
use crate::protocol::clients::Client;

/// Returns the client that sent a request, or an error if it did not authenticate. A client with a secret may send it
/// by HTTP Basic or in the form; a public client sends its id alone.
pub(crate) async fn authenticate(
    app: &App,
    credentials: &Credentials<'_>,
    parameters: &Parameters,
) -> Result<Arc<Client>, TokenError> {
    let presented = read(credentials.authorization, parameters)?;
    let client = client_metadata::find(app, &presented.client_id, credentials.network).await?;
    let proven = match &presented.proof {
        ClientProof::Secret(secret) => secret::check(
            app,
            credentials.network,
            &presented.client_id,
            client.as_deref(),
            secret,
        ),
        ClientProof::Assertion(assertion) => {
            private_key_jwt::check(app, client.as_deref(), assertion).await?
        }
        ClientProof::Nothing => client
            .as_deref()
            .filter(|client| client.is_public())
            .map(|_| ())
            .ok_or(FAILED),
    };
    match (proven, client) {
        (Ok(()), Some(client)) => Ok(client),
        (Err(error), Some(client)) => Err(refusal(&client, error)),
        (Err(error), None) => Err(error.into()),
        (Ok(()), None) => Err(FAILED.into()),
    }
}

fn refusal(client: &Client, error: OAuthError) -> TokenError {
    tracing::warn!(client = client.id, "a client did not prove itself");
    error.into()
}
