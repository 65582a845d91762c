//! Device authorization request: authentication of the client, its grant type, scope and resources.

use crate::app::App;
use crate::clients::GrantType;
use crate::devices::{self, Begun, UserCode, Wish};
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::network::Network;
use crate::parameters::Parameters;
use crate::resources;
use crate::tokens::{Credentials, authenticate};

const TOO_MANY: &str =
    "Too many devices were begun from this network. Try again in a quarter of an hour.";

/// Starts a device authorization; returns the device code and the user code.
pub(super) async fn ask(
    app: &App,
    credentials: &Credentials<'_>,
    parameters: &Parameters,
    network: Network,
) -> Result<(String, UserCode), Stopped> {
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
    let scope = named.askable(&client, parameters.get("scope"))?;
    let wish = Wish {
        client: &client,
        scope: &scope.to_string(),
        resources: &named.addresses,
        network,
    };
    match devices::begin(app, wish).await? {
        Begun::Waiting {
            device_code,
            user_code,
        } => Ok((device_code, user_code)),
        Begun::TooMany(wait) => Err(OAuthError::limited(TOO_MANY, wait).into()),
    }
}
