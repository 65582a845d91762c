//! Response of the introspection endpoint for a token and a client.

use foundation::Failure;
use serde::Serialize;

use crate::app::App;
use crate::oauth::tokens::{self, ActiveToken, TokenType};
use crate::protocol::clients::{Client, subject_for};
use crate::protocol::grants::Grant;
use crate::protocol::resources;

/// Scope that a client needs to introspect other clients' tokens for its resources.
const INTROSPECT_SCOPE: &str = "idp.introspect";

/// Introspection response for an active token (section 2.2).
#[derive(Debug, Serialize)]
struct IntrospectionResponse<'a> {
    active: bool,
    iss: &'a str,
    client_id: &'a str,
    sub: &'a str,
    scope: &'a str,
    iat: i64,
    exp: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    token_type: Option<TokenType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cnf: Option<Confirmation<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    aud: Option<Audience<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jti: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    auth_time: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    acr: Option<&'a str>,
}

/// Key to which the token is bound (RFC 9449 section 6.2).
#[derive(Debug, Serialize)]
struct Confirmation<'a> {
    jkt: &'a str,
}

/// Audience in a response: a string for one value, otherwise a list.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Audience<'a> {
    One(&'a str),
    Several(&'a [String]),
}

/// Returns the introspection response of a token as JSON. An inactive token, and one that does not concern the client,
/// are only `active: false`. The hint for a refresh token changes the order of the lookups.
pub(super) async fn introspect(
    app: &App,
    caller: &Client,
    token: &str,
    is_refresh_hinted: bool,
) -> Result<String, Failure> {
    if is_refresh_hinted && let Some(body) = describe_refresh_token(app, caller, token).await? {
        return Ok(body);
    }
    let body = match tokens::validate_access_token(app, token).await? {
        Some(live) if concerns(caller, &live) || serves(app, caller, &live).await? => {
            describe_access_token(app, &live)?
        }
        Some(_) => None,
        None => describe_refresh_token(app, caller, token).await?,
    };
    Ok(body.unwrap_or_else(|| r#"{"active":false}"#.to_owned()))
}

/// Returns true if a token belongs to the client, or is for a resource that the client serves.
fn concerns(caller: &Client, live: &ActiveToken) -> bool {
    let token = &live.token;
    let is_for_caller = || {
        let mut audience = token.audience.iter();
        audience.any(|one| *one == caller.id || caller.resources.contains(one))
    };
    token.client_id == caller.id || (caller.scope.contains(INTROSPECT_SCOPE) && is_for_caller())
}

/// Returns true if all audiences of a token are protected resources of the caller.
async fn serves(app: &App, caller: &Client, live: &ActiveToken) -> Result<bool, Failure> {
    let mut reader = app.database.reader().await?;
    let own = resources::store::list(&mut reader.connection(), &caller.id).await?;
    let is_own = |address: &String| own.iter().any(|one| one.resource == *address);
    Ok(live.token.audience.iter().all(is_own))
}

fn describe_access_token(app: &App, live: &ActiveToken) -> Result<Option<String>, Failure> {
    let token = &live.token;
    // Tolerates no clock difference, because the caller relies on the response.
    if token.expires_at <= app.clock.now().seconds() {
        return Ok(None);
    }
    let grant = live.subject.as_ref().map(|subject| &subject.grant);
    to_json(&IntrospectionResponse {
        active: true,
        iss: &app.config.base.issuer,
        client_id: &token.client_id,
        sub: &live.sub,
        scope: &token.scope.to_string(),
        iat: token.issued_at,
        exp: token.expires_at,
        token_type: Some(TokenType::for_key(token.dpop_jkt.as_deref())),
        cnf: token.dpop_jkt.as_deref().map(|jkt| Confirmation { jkt }),
        aud: Some(match token.audience.as_slice() {
            [one] => Audience::One(one),
            several => Audience::Several(several),
        }),
        jti: token.id.as_deref(),
        auth_time: grant.and_then(Grant::known_auth_time),
        acr: grant.and_then(|grant| grant.acr.as_deref()),
    })
}

/// Returns the state of a refresh token; only its own client may see it, because its audience is the idp.
async fn describe_refresh_token(
    app: &App,
    caller: &Client,
    token: &str,
) -> Result<Option<String>, Failure> {
    let Some(found) = tokens::find_refresh_token(app, caller, token).await? else {
        return Ok(None);
    };
    let grant = &found.subject.grant;
    to_json(&IntrospectionResponse {
        active: true,
        iss: &app.config.base.issuer,
        client_id: &caller.id,
        sub: &subject_for(app, caller, &found.subject.user.id)?,
        scope: &grant.scope,
        iat: found.created_at.seconds(),
        exp: found.expires_at.seconds(),
        token_type: None,
        cnf: None,
        aud: None,
        jti: None,
        auth_time: grant.known_auth_time(),
        acr: grant.acr.as_deref(),
    })
}

fn to_json(body: &IntrospectionResponse<'_>) -> Result<Option<String>, Failure> {
    serde_json::to_string(body)
        .map(Some)
        .map_err(|error| Failure::broken("writing an introspection response", error))
}
