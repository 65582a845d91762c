//! The first tokens of a grant, for every grant type. One transaction stores them with the use of the code; the
//! signatures follow the commit.

use foundation::{Connection, Failure};

use super::audience::{Audience, NOT_GRANTED};
use super::mint::{UserTokenInput, user_tokens};
use super::opaque::{self, NewOpaqueToken, OpaqueTokenInput};
use super::refresh_token;
use super::request_context::TokenRequestContext;
use super::store;
use super::token::{Subject, TokenResponse};
use crate::app::App;
use crate::http::errors::TokenError;
use crate::protocol::clients::Scope;
use crate::protocol::grants::{self, FAMILY_LIFETIME};
use crate::protocol::resources as protected;

/// Stored tokens, for the response after the commit.
pub(super) struct IssuedTokens {
    subject: Subject,
    scope: Scope,
    audience: Audience,
    access_token: Option<NewOpaqueToken>,
    refresh_token: Option<String>,
}

impl IssuedTokens {
    /// Stores the tokens in the caller's transaction. `resources` are the client's (RFC 8707); after an error for a
    /// resource that was not granted the caller rolls back.
    pub(super) async fn store(
        app: &App,
        db: &mut Connection<'_>,
        context: TokenRequestContext<'_>,
        mut subject: Subject,
        resources: &[String],
    ) -> Result<Self, TokenError> {
        let client = context.client;
        if let Some(key) = context.key().filter(|_| client.is_public()) {
            // Binds the grant of a public client, which no secret protects, to this key (RFC 9449 section 5).
            grants::store::bind(db, &subject.grant.id, key).await?;
            subject.grant.dpop_jkt = Some(key.to_owned());
        }
        let grant = &subject.grant;
        let audience = Audience::for_user(resources, grant, &app.config.base)?;
        let named = protected::find_requested_in(app, db, client, &grant.resources).await?;
        let opened = named.ok_or(NOT_GRANTED)?.protected_scope;
        let granted = Scope::parse(&grant.scope).unwrap_or_default();
        let scope = client.still_grantable(&granted, opened.as_ref());
        let input = OpaqueTokenInput {
            client,
            grant_id: Some(&grant.id),
            scope: &scope,
            audience: &audience,
            key: context.key(),
        };
        let access_token = opaque::new_opaque_token(app, &input)?;
        if let Some(token) = &access_token {
            store::access::insert(db, &token.row).await?;
        }
        let refresh_token = if client.has_refresh_tokens(grant.is_offline) {
            let expires_at = grant.family_end(app.clock.now().plus(FAMILY_LIFETIME));
            Some(refresh_token::issue(app, db, grant, expires_at).await?)
        } else {
            None
        };
        Ok(Self {
            subject,
            scope,
            audience,
            access_token,
            refresh_token,
        })
    }

    /// Creates the response; the caller must have committed.
    pub(super) fn into_response(
        self,
        app: &App,
        context: TokenRequestContext<'_>,
        nonce: Option<&str>,
    ) -> Result<TokenResponse, Failure> {
        let input = UserTokenInput {
            client: context.client,
            subject: &self.subject,
            scope: &self.scope,
            audience: &self.audience,
            nonce,
            key: context.key(),
            access_token: self.access_token.map(|opaque| opaque.token),
        };
        let mut response = user_tokens(app, input)?;
        response.refresh_token = self.refresh_token;
        Ok(response)
    }
}
