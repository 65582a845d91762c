//! The refresh token grant (RFC 6749 section 6): a rotated token is used once, and a successor replaces it.

use std::slice;

use foundation::secret::digest;
use foundation::{Connection, Failure, Timestamp};

use super::audience::{Audience, NOT_GRANTED};
use super::mint::{UserTokenInput, user_tokens};
use super::opaque::{self, NewOpaqueToken, OpaqueTokenInput};
use super::refresh_reuse::{RefreshTokenUse, seal_response};
use super::request_context::TokenRequestContext;
use super::store;
use super::store::refresh::{PresentedToken, RefreshToken, RefreshTokenLookup};
use super::token::TokenResponse;
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError};
use crate::http::network::Network;
use crate::http::parameters::Parameters;
use crate::protocol::clients::{Client, Scope};
use crate::protocol::dpop;
use crate::protocol::grants::Grant;
use crate::protocol::resources;

const PURPOSE: &str = "refresh-token";

/// Returns the digest that is stored instead of a refresh token.
pub(crate) fn digest_of(token: &str) -> String {
    digest(PURPOSE, token)
}

/// Finds a client's refresh token that is unused and has not expired.
pub(crate) async fn find(
    app: &App,
    client: &Client,
    token: &str,
) -> Result<Option<RefreshTokenLookup>, Failure> {
    let presented = PresentedToken {
        digest: digest_of(token),
        client_id: client.id.clone(),
    };
    let (lookup, now) = (app.refresh_batches.find(presented).await?, app.clock.now());
    Ok(lookup.filter(|lookup| !lookup.is_used && lookup.expires_at > now))
}

/// Creates the first refresh token of a grant in the caller's transaction; only its digest is stored.
pub(super) async fn issue(
    app: &App,
    db: &mut Connection<'_>,
    grant: &Grant,
    expires_at: Timestamp,
) -> Result<String, Failure> {
    let token = app.random.token()?;
    let stored = RefreshToken {
        digest: digest_of(&token),
        grant_id: grant.id.clone(),
        client_id: grant.client_id.clone(),
        predecessor: None,
        sealed_response: None,
        expires_at,
    };
    store::refresh::insert(db, &stored, app.clock.now()).await?;
    Ok(token)
}

/// Uses a refresh token. The server creates the new tokens before the one statement that decides if this use counts, so
/// that no row is locked during a signature.
pub(super) async fn refresh(
    app: &App,
    context: TokenRequestContext<'_>,
    parameters: &Parameters,
) -> Result<TokenResponse, TokenError> {
    let token = parameters
        .get("refresh_token")
        .ok_or(OAuthError::invalid_request("refresh_token is missing."))?;
    let (client, network) = (context.client, context.network);
    let used = RefreshTokenUse::new(token, client, parameters);
    let lookup = used.find(app).await?.ok_or(OAuthError::invalid_grant())?;
    // Checks the key before any effect: a client without the key can neither use the token nor end its family.
    context.require_key(lookup.subject.grant.dpop_jkt.as_deref())?;
    if lookup.is_used {
        context.use_proof_alone(app).await?;
        return used.respond_to_reuse(app, &lookup, network).await;
    }
    if lookup.expires_at <= app.clock.now() {
        return Err(OAuthError::invalid_grant().into());
    }
    let opened = protected_scope(app, client, &lookup.subject.grant).await?;
    let terms = RefreshTerms {
        parameters,
        protected_scope: opened.as_ref(),
    };
    let next = RefreshResult::new(app, &used, context.key(), &lookup, terms)?;
    next.commit(app, context, &used).await
}

/// Returns the scopes that the grant's protected resources permit now; a deleted resource gets no more tokens.
async fn protected_scope(
    app: &App,
    client: &Client,
    grant: &Grant,
) -> Result<Option<Scope>, TokenError> {
    let named = resources::find_requested(app, client, &grant.resources).await?;
    Ok(named.ok_or(NOT_GRANTED)?.protected_scope)
}

/// Parameters of the request, and the scopes that the grant's protected resources permit now.
#[derive(Clone, Copy)]
struct RefreshTerms<'a> {
    parameters: &'a Parameters,
    protected_scope: Option<&'a Scope>,
}

/// Result of a refresh.
struct RefreshResult {
    response: TokenResponse,
    /// Successor of the used refresh token; none if the client keeps its token.
    successor: Option<RefreshToken>,
    access_token: Option<NewOpaqueToken>,
}

impl RefreshResult {
    fn new(
        app: &App,
        used: &RefreshTokenUse<'_>,
        key: Option<&str>,
        lookup: &RefreshTokenLookup,
        RefreshTerms {
            parameters,
            protected_scope: opened,
        }: RefreshTerms<'_>,
    ) -> Result<Self, TokenError> {
        let (client, subject) = (used.client, &lookup.subject);
        // Refuses a too wide scope before any effect: the token stays usable.
        let granted = Scope::parse(&subject.grant.scope).unwrap_or_default();
        let granted = client.still_grantable(&granted, opened);
        let scope = narrow_scope(parameters.get("scope"), granted)?;
        let resources = parameters.resources();
        let audience = Audience::for_user(resources, &subject.grant, &app.config.base)?;
        let input = OpaqueTokenInput {
            client,
            grant_id: Some(&subject.grant.id),
            scope: &scope,
            audience: &audience,
            key,
        };
        let access_token = opaque::new_opaque_token(app, &input)?;
        let input = UserTokenInput {
            client,
            subject,
            scope: &scope,
            audience: &audience,
            nonce: None,
            key,
            access_token: access_token.as_ref().map(|opaque| opaque.token.clone()),
        };
        let mut response = user_tokens(app, input)?;
        // Rotates an unbound token of a public client, because anyone could use it; the registration may have changed since.
        let is_unbound = client.is_public() && subject.grant.dpop_jkt.is_none();
        let successor = if is_unbound || client.rotates_refresh_tokens() {
            Some(rotate(app, used, lookup, &mut response)?)
        } else {
            // Sends the token again, because many clients keep the refresh token of the last response.
            response.refresh_token = Some(used.token.to_owned());
            None
        };
        Ok(Self {
            response,
            successor,
            access_token,
        })
    }

    /// Uses the refresh token and stores the result. A new refresh token alone shares its commit with other requests.
    async fn commit(
        self,
        app: &App,
        context: TokenRequestContext<'_>,
        used: &RefreshTokenUse<'_>,
    ) -> Result<TokenResponse, TokenError> {
        if context.proven_key.is_none() && self.access_token.is_none() {
            return self.commit_in_batch(app, context.network, used).await;
        }
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        context.lock_client(&mut db).await?;
        if !context.use_proof(&mut db).await? {
            transaction.rollback().await?;
            return Err(dpop::REFUSED.into());
        }
        if !self.take(&mut db, used, app.clock.now()).await? {
            // The rollback also released the proof. A commit of its own uses it, unless a concurrent request with the
            // same proof has.
            transaction.rollback().await?;
            context.use_proof_alone(app).await?;
            return used.respond_to_lost_race(app, context.network).await;
        }
        if let Some(opaque) = &self.access_token {
            store::access::insert(&mut db, &opaque.row).await?;
        }
        transaction.commit().await?;
        Ok(self.response)
    }

    /// Stores the new refresh token, if there is one, in a commit with other requests.
    async fn commit_in_batch(
        self,
        app: &App,
        network: Network,
        used: &RefreshTokenUse<'_>,
    ) -> Result<TokenResponse, TokenError> {
        let is_stored = match self.successor {
            Some(successor) => app.refresh_batches.rotate(successor).await?,
            // A signed response with the same refresh token is not stored.
            None => true,
        };
        if is_stored {
            Ok(self.response)
        } else {
            used.respond_to_lost_race(app, network).await
        }
    }

    /// Uses the refresh token, or locks it if the client keeps it; returns false if it is not valid.
    async fn take(
        &self,
        db: &mut Connection<'_>,
        used: &RefreshTokenUse<'_>,
        now: Timestamp,
    ) -> Result<bool, Failure> {
        match &self.successor {
            Some(successor) => {
                let rotated = store::refresh::rotate(db, slice::from_ref(successor), now).await?;
                Ok(rotated == [true])
            }
            None => store::refresh::lock(db, &used.digest, &used.client.id, now).await,
        }
    }
}

/// Puts a new refresh token into a response, and returns the row to store.
fn rotate(
    app: &App,
    used: &RefreshTokenUse<'_>,
    lookup: &RefreshTokenLookup,
    response: &mut TokenResponse,
) -> Result<RefreshToken, Failure> {
    let token = app.random.token()?;
    let digest = digest_of(&token);
    response.refresh_token = Some(token);
    Ok(RefreshToken {
        digest,
        grant_id: lookup.subject.grant.id.clone(),
        client_id: used.client.id.clone(),
        predecessor: Some(used.digest.clone()),
        sealed_response: seal_response(app, used, response)?,
        expires_at: lookup.expires_at,
    })
}

/// Returns the scope of the new access token: the grant's scope that the client may still have, or the requested
/// part. The grant itself does not change.
fn narrow_scope(requested: Option<&str>, granted: Scope) -> Result<Scope, OAuthError> {
    let Some(requested) = requested else {
        return Ok(granted);
    };
    Scope::parse(requested)
        .filter(|requested| requested.is_within(&granted))
        .ok_or(OAuthError::new(
            ErrorCode::InvalidScope,
            "The scope is wider than what was granted.",
        ))
}
