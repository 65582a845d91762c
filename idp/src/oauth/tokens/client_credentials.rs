//! The client credentials grant (RFC 6749 section 4.4): one signature; only an opaque token is stored.

use super::audience::Audience;
use super::mint::{MachineTokenInput, machine_token};
use super::opaque::{self, OpaqueTokenInput};
use super::request_context::TokenRequestContext;
use super::store;
use super::token::TokenResponse;
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError};
use crate::http::parameters::Parameters;
use crate::protocol::clients::{Client, Scope};

/// Creates a token for the client itself, with the requested scope or all of its registered scope.
pub(super) async fn issue_for_client(
    app: &App,
    context: TokenRequestContext<'_>,
    parameters: &Parameters,
) -> Result<TokenResponse, TokenError> {
    let (client, key) = (context.client, context.key());
    let scope = match parameters.get("scope") {
        None => client.scope.clone(),
        Some(text) => requested_scope(client, text)?,
    };
    let resources = parameters.resources();
    let audience = Audience::for_machine(resources, client, &scope, &app.config.base)?;
    let input = OpaqueTokenInput {
        client,
        grant_id: None,
        scope: &scope,
        audience: &audience,
        key,
    };
    context.use_proof_alone(app).await?;
    let opaque = opaque::new_opaque_token(app, &input)?;
    if let Some(token) = &opaque {
        let mut transaction = app.database.begin().await?;
        store::access::insert(&mut transaction.connection(), &token.row).await?;
        transaction.commit().await?;
    }
    let input = MachineTokenInput {
        client,
        scope: &scope,
        audience: &audience,
        key,
        access_token: opaque.map(|opaque| opaque.token),
    };
    Ok(machine_token(app, input)?)
}

/// Refuses the whole request for one excess scope, so that the client's developer sees the mistake at once.
fn requested_scope(client: &Client, text: &str) -> Result<Scope, OAuthError> {
    Scope::parse(text)
        .filter(|requested| requested.is_within(&client.scope))
        .ok_or(OAuthError::new(
            ErrorCode::InvalidScope,
            "The client is not registered for this scope.",
        ))
}
