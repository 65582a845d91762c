//! Minting: claims put together and signed.

use foundation::{Failure, Timestamp, id};

use super::access_token::{AccessClaims, TOKEN_TYPE, UserClaims, audience};
use super::claims::{Opened, about_user};
use super::id_token::{IdClaims, at_hash};
use super::token::{ACCESS_TOKEN_LIFE, ID_TOKEN_LIFE, Subject, TokenAnswer};
use crate::app::App;
use crate::claims::ClaimsRequest;
use crate::clients::{Client, Scope};
use crate::keys::Algorithm;

/// What a user's client gets: an access token and an ID token.
pub(super) struct ForUser<'a> {
    pub(super) client: &'a Client,
    pub(super) subject: &'a Subject,
    pub(super) scope: &'a Scope,
    pub(super) nonce: Option<&'a str>,
}

/// Mints an access token and, as every grant of a user holds `openid`, an ID token.
pub(super) fn for_user(app: &App, wanted: &ForUser<'_>) -> Result<TokenAnswer, Failure> {
    let now = app.clock.now();
    let Subject { grant, user } = wanted.subject;
    let asked = ClaimsRequest::of_kept(grant.claims.as_deref());
    let user_claims = UserClaims {
        auth_time: grant.auth_time.seconds(),
        sid: &grant.sid,
        grant_id: &grant.id,
        // Who runs this installation is nobody else's business.
        roles: (user.is_operator && wanted.client.first_party).then_some(["operator"]),
        about: about_user(user, Opened::InAccessToken(wanted.scope)),
    };
    let sign = Signing {
        app,
        client: wanted.client,
        now,
    };
    let mut answer = sign.access_token(&user.id, wanted.scope, Some(user_claims))?;
    let claims = IdClaims {
        iss: &app.config.base.issuer,
        sub: &user.id,
        aud: &wanted.client.id,
        iat: now.seconds(),
        exp: now.plus(ID_TOKEN_LIFE).seconds(),
        auth_time: grant.auth_time.seconds(),
        nonce: wanted.nonce,
        at_hash: at_hash(&answer.access_token, wanted.client.id_token_algorithm),
        sid: &grant.sid,
        acr: grant.acr.as_deref(),
        amr: grant.amr.as_deref().map(|amr| amr.split(' ').collect()),
        about: about_user(user, Opened::InIdToken(&asked)),
    };
    let keyring = app.keys.current();
    answer.id_token = Some(keyring.sign(wanted.client.id_token_algorithm, "JWT", &claims)?);
    Ok(answer)
}

/// Mints an access token for a client that acts by itself.
pub(super) fn for_machine(
    app: &App,
    client: &Client,
    scope: &Scope,
) -> Result<TokenAnswer, Failure> {
    let now = app.clock.now();
    Signing { app, client, now }.access_token(&client.id, scope, None)
}

struct Signing<'a> {
    app: &'a App,
    client: &'a Client,
    now: Timestamp,
}

impl Signing<'_> {
    fn access_token(
        &self,
        sub: &str,
        scope: &Scope,
        user: Option<UserClaims<'_>>,
    ) -> Result<TokenAnswer, Failure> {
        let base = &self.app.config.base;
        let claims = AccessClaims {
            iss: &base.issuer,
            sub,
            aud: audience(scope, &base.issuer, &base.default_audience),
            client_id: &self.client.id,
            scope: scope.to_string(),
            iat: self.now.seconds(),
            exp: self.now.plus(ACCESS_TOKEN_LIFE).seconds(),
            jti: id::new("tok", &self.app.clock, &self.app.random)?,
            user,
        };
        let keyring = self.app.keys.current();
        Ok(TokenAnswer {
            access_token: keyring.sign(Algorithm::Es256, TOKEN_TYPE, &claims)?,
            token_type: "Bearer",
            expires_in: ACCESS_TOKEN_LIFE.as_secs(),
            scope: claims.scope,
            id_token: None,
            refresh_token: None,
        })
    }
}
