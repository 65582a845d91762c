//! Device authorization request: authentication of the client, its grant type, scope and resources.

use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError};
use crate::http::network::Network;
use crate::http::parameters::Parameters;
use crate::oauth::devices::{self, BeginOutcome, DeviceRequest, UserCode};
use crate::oauth::tokens::{Credentials, authenticate};
use crate::protocol::clients::GrantType;
use crate::protocol::resources;

const TOO_MANY: &str =
    "Too many devices were begun from this network. Try again in a quarter of an hour.";

/// Starts a device authorization; returns the device code and the user code.
pub(super) async fn request_device(
    app: &App,
    credentials: &Credentials<'_>,
    parameters: &Parameters,
    network: Network,
) -> Result<(String, UserCode), TokenError> {
    let client = authenticate(app, credentials, parameters).await?;
    if !client.may_use(GrantType::DeviceCode) {
        return Err(OAuthError::new(
            ErrorCode::UnauthorizedClient,
            "The client is not registered for this grant type.",
        )
        .into());
    }
    let named = resources::find_requested(app, &client, parameters.resources()).await?;
    let named = named.ok_or(OAuthError::unknown_resource())?;
    let scope = named.requested_scope(&client, parameters.get("scope"))?;
    let request = DeviceRequest {
        client: &client,
        scope: &scope.to_string(),
        resources: &named.addresses,
        network,
    };
    match devices::begin(app, request).await? {
        BeginOutcome::Waiting {
            device_code,
            user_code,
        } => Ok((device_code, user_code)),
        BeginOutcome::TooMany(wait) => Err(OAuthError::limited(TOO_MANY, wait).into()),
    }
}
