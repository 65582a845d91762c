//! The use case of the token endpoint: authenticates the client and runs its grant type.

use super::request_context::{TokenRequestContext, proven_key};
use super::token::TokenResponse;
use super::{
    Credentials, authenticate, authorization_code, client_credentials, device_code, refresh_token,
};
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError};
use crate::http::parameters::Parameters;
use crate::observability::activity;
use crate::protocol::clients::{GrantType, note_use};

const UNSUPPORTED: OAuthError = OAuthError::new(
    ErrorCode::UnsupportedGrantType,
    "There are authorization_code, client_credentials, refresh_token and that of device codes.",
);

/// Error after too many wrong tokens, for right and wrong ones alike. It does not say that a token is invalid: a client
/// with a right one must keep it.
const TOO_MANY_WRONG_TOKENS: &str = "Too many wrong codes or refresh tokens came from your network. Try again later with the same one.";

/// Exchanges a client's code, refresh token or credentials for tokens (RFC 6749 section 3.2).
pub(super) async fn handle_token_request(
    app: &App,
    credentials: &Credentials<'_>,
    parameters: &Parameters,
) -> Result<TokenResponse, TokenError> {
    let grant_type = grant_type(parameters)?;
    let client = authenticate(app, credentials, parameters).await?;
    if !client.may_use(grant_type) {
        return Err(OAuthError::new(
            ErrorCode::UnauthorizedClient,
            "The client is not registered for this grant type.",
        )
        .into());
    }
    // Codes and tokens cannot be guessed; the limit keeps repeated guesses from the database (attack B26).
    // Authenticated clients are not counted: one may serve many users whose grants all ended.
    let (network, now) = (credentials.network, app.clock.now());
    if client.is_public()
        && let Some(wait) = app.guesses.wait(network, now)
    {
        metrics::counter!("idp_limits_reached_total", "limit" => "guesses-of-network").increment(1);
        return Err(OAuthError::limited(TOO_MANY_WRONG_TOKENS, wait).into());
    }
    let proven = proven_key(app, credentials, &client)?;
    let context = TokenRequestContext {
        client: &client,
        network,
        proven_key: proven.as_ref(),
    };
    let exchanged = match grant_type {
        GrantType::AuthorizationCode => {
            authorization_code::redeem_code(app, context, parameters).await
        }
        GrantType::ClientCredentials => {
            client_credentials::issue_for_client(app, context, parameters).await
        }
        GrantType::RefreshToken => refresh_token::refresh(app, context, parameters).await,
        GrantType::DeviceCode => device_code::redeem_device_code(app, context, parameters).await,
    };
    if client.is_public() && is_wrong(&exchanged) {
        app.guesses.take(network, now);
    }
    let response = exchanged?;
    if matches!(
        grant_type,
        GrantType::AuthorizationCode | GrantType::DeviceCode
    ) {
        activity::record_sign_in();
    }
    note_use(app, &client).await;
    Ok(response)
}

fn is_wrong(exchanged: &Result<TokenResponse, TokenError>) -> bool {
    matches!(exchanged, Err(TokenError::Refused(error)) if error.code == ErrorCode::InvalidGrant)
}

fn grant_type(parameters: &Parameters) -> Result<GrantType, OAuthError> {
    let name = parameters
        .get("grant_type")
        .ok_or(OAuthError::invalid_request("grant_type is missing."))?;
    GrantType::from_name(name).ok_or(UNSUPPORTED)
}
