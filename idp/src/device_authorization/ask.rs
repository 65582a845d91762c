//! A client asks for codes for one of its devices: who it is, and what it may have of what it asks for.

use crate::app::App;
use crate::clients::{Client, GrantType, Scope};
use crate::devices::{self, Begun, UserCode, Wish};
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::network::Network;
use crate::parameters::Parameters;
use crate::tokens::{Credentials, authenticate};

const TOO_MANY: &str =
    "Too many devices were begun from this network. Try again in a quarter of an hour.";

/// The codes of a device: its own, and its person's.
pub(super) async fn ask(
    app: &App,
    credentials: &Credentials<'_>,
    parameters: &Parameters,
    network: Network,
) -> Result<(String, UserCode), Stopped> {
    let client = authenticate(app, credentials, parameters).await?;
    let scope = askable(&client, parameters)?;
    let resources = client
        .named_resources(parameters.resources(), &app.config.base.default_audience)
        .ok_or(OAuthError::unknown_resource())?;
    let wish = Wish {
        client: &client,
        scope: &scope.to_string(),
        resources: &resources,
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

/// What the client may have of what it asks for, by the rule of the authorization endpoint; a device that does not say
/// wants its person signed in.
fn askable(client: &Client, parameters: &Parameters) -> Result<Scope, OAuthError> {
    if !client.may_use(GrantType::DeviceCode) {
        return Err(OAuthError::new(
            ErrorCode::UnauthorizedClient,
            "The client is not registered for this grant type.",
        ));
    }
    Scope::parse(parameters.get("scope").unwrap_or("openid"))
        .and_then(|asked| client.askable(&asked))
        .ok_or(OAuthError::nothing_to_ask())
}
