//! Telling a client about the user of its access token.

use serde::Serialize;
use serde_json::Value;

use crate::app::App;
use crate::claims::ClaimsRequest;
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::tokens::{self, AccessToken, Opened, about_user};

#[derive(Serialize)]
struct Told<'a, A: Serialize> {
    sub: &'a str,
    #[serde(flatten)]
    about: A,
}

/// The claims that the token's scope opens, as they are now. The signature is checked offline; one query
/// asks whether the grant still holds and the user may still sign in.
pub(super) async fn tell(app: &App, token: &str) -> Result<Value, Stopped> {
    let base = &app.config.base;
    let token = tokens::verify(app, token, &[&base.issuer, &base.default_audience])?;
    let scope = token.scope();
    let grant_id = token
        .grant_id()
        .filter(|_| scope.contains("openid"))
        .ok_or(OAuthError::new(
            ErrorCode::InsufficientScope,
            "The access token lacks the scope openid.",
        ))?;
    let mut reader = app.database.reader().await?;
    let subject = tokens::store::find_subject(&mut reader.connection(), grant_id)
        .await?
        .filter(|subject| subject.user.id == token.subject())
        .ok_or(AccessToken::REFUSED)?;
    let asked = ClaimsRequest::of_kept(subject.grant.claims.as_deref());
    let told = Told {
        sub: &subject.user.id,
        about: about_user(&subject.user, Opened::AtUserinfo(&scope, &asked)),
    };
    Ok(serde_json::to_value(told)
        .map_err(|error| foundation::Failure::broken("writing userinfo", error))?)
}
