//! The token endpoint's one use case: who asks, by which grant type, and what comes of it.

use super::token::TokenAnswer;
use super::{
    Credentials, authenticate, authorization_code, client_credentials, device_code, refresh_token,
};
use crate::app::App;
use crate::clients::GrantType;
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::parameters::Parameters;

const UNSUPPORTED: OAuthError = OAuthError::new(
    ErrorCode::UnsupportedGrantType,
    "There are authorization_code, client_credentials, refresh_token and that of device codes.",
);

/// Exchanges what a client presents for tokens (RFC 6749 section 3.2).
pub(super) async fn exchange(
    app: &App,
    credentials: &Credentials<'_>,
    parameters: &Parameters,
) -> Result<TokenAnswer, Stopped> {
    if parameters.is_malformed() {
        return Err(OAuthError::invalid_request("A parameter comes twice or holds a NUL.").into());
    }
    let grant_type = grant_type(parameters)?;
    let client = authenticate(app, credentials, parameters).await?;
    if !client.may_use(grant_type) {
        return Err(OAuthError::new(
            ErrorCode::UnauthorizedClient,
            "The client is not registered for this grant type.",
        )
        .into());
    }
    match grant_type {
        GrantType::AuthorizationCode => {
            authorization_code::exchange(app, &client, parameters).await
        }
        GrantType::ClientCredentials => client_credentials::exchange(app, &client, parameters),
        GrantType::RefreshToken => refresh_token::exchange(app, &client, parameters).await,
        GrantType::DeviceCode => device_code::exchange(app, &client, parameters).await,
    }
}

fn grant_type(parameters: &Parameters) -> Result<GrantType, OAuthError> {
    let name = parameters
        .get("grant_type")
        .ok_or(OAuthError::invalid_request("grant_type is missing."))?;
    GrantType::named(name).ok_or(UNSUPPORTED)
}
