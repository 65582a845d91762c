//! Creation of tokens: building and signing the claims.

use foundation::{Failure, Timestamp, id};

use super::access_token::{AccessClaims, Confirmation, TOKEN_TYPE, UserClaims};
use super::audience::Audience;
use super::claims::{ClaimsTarget, user_claims};
use super::id_token::{IdClaims, at_hash};
use super::token::{ACCESS_TOKEN_LIFETIME, ID_TOKEN_LIFETIME, Subject, TokenResponse, TokenType};
use crate::app::App;
use crate::protocol::claims::ClaimsRequest;
use crate::protocol::clients::{Client, Scope, session_for, subject_for};
use crate::protocol::keys::Algorithm;

/// Input of a user's tokens: an access token and an ID token.
pub(super) struct UserTokenInput<'a> {
    pub(super) client: &'a Client,
    pub(super) subject: &'a Subject,
    pub(super) scope: &'a Scope,
    pub(super) audience: &'a Audience,
    pub(super) nonce: Option<&'a str>,
    /// Thumbprint of the key that binds the access token.
    pub(super) key: Option<&'a str>,
    /// The access token, if it is opaque and exists already.
    pub(super) access_token: Option<String>,
}

/// Input of a client's own access token.
pub(super) struct MachineTokenInput<'a> {
    pub(super) client: &'a Client,
    pub(super) scope: &'a Scope,
    pub(super) audience: &'a Audience,
    /// Thumbprint of the key that binds the token.
    pub(super) key: Option<&'a str>,
    /// The access token, if it is opaque and exists already.
    pub(super) access_token: Option<String>,
}

/// Signs an access token, unless it is opaque, and an ID token, because every grant of a user has `openid`.
pub(super) fn user_tokens(app: &App, input: UserTokenInput<'_>) -> Result<TokenResponse, Failure> {
    let now = app.clock.now();
    let Subject { grant, user } = input.subject;
    let sub = subject_for(app, input.client, &user.id)?;
    let sid = session_for(app, input.client, &grant.sid)?;
    let requested = ClaimsRequest::from_stored(grant.claims.as_deref());
    let access_token = if let Some(opaque) = input.access_token {
        opaque
    } else {
        let user_claims = UserClaims {
            auth_time: grant.known_auth_time(),
            sid: &sid,
            grant_id: &grant.id,
            // Only first-party clients learn who operates this installation.
            roles: (user.is_operator && input.client.first_party).then_some(["operator"]),
            about: user_claims(user, ClaimsTarget::AccessToken(input.scope)),
        };
        let signing = SigningInput {
            client: input.client,
            scope: input.scope,
            audience: input.audience,
            key: input.key,
            now,
        };
        signing.access_token(app, &sub, Some(user_claims))?
    };
    let mut response = token_response(access_token, input.scope, input.key);
    if !input.scope.contains("openid") {
        return Ok(response);
    }
    let scope = Some(input.scope).filter(|_| input.client.userinfo_claims_in_id_token);
    let claims = IdClaims {
        iss: &app.config.base.issuer,
        sub: &sub,
        aud: &input.client.id,
        iat: now.seconds(),
        exp: now.plus(ID_TOKEN_LIFETIME).seconds(),
        auth_time: grant.known_auth_time(),
        nonce: input.nonce,
        at_hash: at_hash(&response.access_token, input.client.id_token_algorithm),
        sid: &sid,
        acr: grant.acr.as_deref(),
        amr: grant.amr.as_deref().map(|amr| amr.split(' ').collect()),
        about: user_claims(user, ClaimsTarget::IdToken(scope, &requested)),
    };
    let keyring = app.keys.current();
    response.id_token = Some(keyring.sign(input.client.id_token_algorithm, "JWT", &claims)?);
    Ok(response)
}

/// Signs an access token for the client itself, unless it is opaque.
pub(super) fn machine_token(
    app: &App,
    input: MachineTokenInput<'_>,
) -> Result<TokenResponse, Failure> {
    let access_token = if let Some(opaque) = input.access_token {
        opaque
    } else {
        let signing = SigningInput {
            client: input.client,
            scope: input.scope,
            audience: input.audience,
            key: input.key,
            now: app.clock.now(),
        };
        signing.access_token(app, &input.client.id, None)?
    };
    Ok(token_response(access_token, input.scope, input.key))
}

fn token_response(access_token: String, scope: &Scope, key: Option<&str>) -> TokenResponse {
    TokenResponse {
        access_token,
        token_type: TokenType::for_key(key),
        expires_in: ACCESS_TOKEN_LIFETIME.as_secs(),
        scope: scope.to_string(),
        id_token: None,
        refresh_token: None,
    }
}

struct SigningInput<'a> {
    client: &'a Client,
    scope: &'a Scope,
    audience: &'a Audience,
    key: Option<&'a str>,
    now: Timestamp,
}

impl SigningInput<'_> {
    fn access_token(
        &self,
        app: &App,
        sub: &str,
        user: Option<UserClaims<'_>>,
    ) -> Result<String, Failure> {
        let claims = AccessClaims {
            iss: &app.config.base.issuer,
            sub,
            aud: self.audience,
            client_id: &self.client.id,
            scope: self.scope.to_string(),
            iat: self.now.seconds(),
            exp: self.now.plus(ACCESS_TOKEN_LIFETIME).seconds(),
            jti: id::new("tok", &app.clock, &app.random)?,
            cnf: self.key.map(|jkt| Confirmation { jkt }),
            user,
        };
        app.keys
            .current()
            .sign(Algorithm::Es256, TOKEN_TYPE, &claims)
    }
}
