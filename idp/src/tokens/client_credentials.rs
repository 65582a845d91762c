//! A client's own credentials for a token (RFC 6749 section 4.4): one signature, nothing written.

use super::mint::for_machine;
use super::token::TokenAnswer;
use crate::app::App;
use crate::clients::{Client, Scope};
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::parameters::Parameters;

/// Mints a token for the client itself: for what it asks, or for all that it is registered for.
pub(super) fn exchange(
    app: &App,
    client: &Client,
    parameters: &Parameters,
) -> Result<TokenAnswer, Stopped> {
    let scope = match parameters.get("scope") {
        None => client.scope.clone(),
        Some(text) => allowed(client, text)?,
    };
    Ok(for_machine(app, client, &scope)?)
}

/// A machine is better told than left to find out: a word too many refuses the whole.
fn allowed(client: &Client, text: &str) -> Result<Scope, OAuthError> {
    Scope::parse(text)
        .filter(|asked| asked.is_within(&client.scope))
        .ok_or(OAuthError::new(
            ErrorCode::InvalidScope,
            "The client is not registered for this scope.",
        ))
}
