//! A refresh token for tokens (RFC 6749 section 6): each is used once, and its successor takes its place.

use foundation::secret::digest;
use foundation::{Connection, Failure, Timestamp};

use super::asking::Asking;
use super::audience::{Audience, NOT_GRANTED};
use super::mint::{ForUser, for_user};
use super::opaque::{self, Opaque, Wanted};
use super::refresh_again::{Used, seal};
use super::store;
use super::store::refresh::{Found, RefreshToken};
use super::token::TokenAnswer;
use crate::app::App;
use crate::clients::{Client, Scope};
use crate::dpop;
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::grants::Grant;
use crate::parameters::Parameters;
use crate::resources;

const PURPOSE: &str = "refresh-token";

/// What is kept instead of a refresh token.
pub(crate) fn digest_of(token: &str) -> String {
    digest(PURPOSE, token)
}

/// A client's refresh token that it can use now.
pub(crate) async fn find(
    app: &App,
    client: &Client,
    token: &str,
) -> Result<Option<Found>, Failure> {
    let (mut reader, now) = (app.database.reader().await?, app.clock.now());
    let digest = digest_of(token);
    let found = store::refresh::find(&mut reader.connection(), &digest, &client.id).await?;
    Ok(found.filter(|found| !found.is_used && found.expires_at > now))
}

/// Makes the first refresh token of a grant, in the caller's transaction; only its digest is kept.
pub(super) async fn issue(
    app: &App,
    db: &mut Connection<'_>,
    grant: &Grant,
    expires_at: Timestamp,
) -> Result<String, Failure> {
    let token = app.random.token()?;
    let kept = RefreshToken {
        digest: digest_of(&token),
        grant_id: grant.id.clone(),
        client_id: grant.client_id.clone(),
        predecessor: None,
        answer: None,
        expires_at,
    };
    store::refresh::insert(db, &kept, app.clock.now()).await?;
    Ok(token)
}

/// Uses a refresh token. What it gives is made before the one statement that decides whether this use counts, so that
/// no signature is waited for with a row held.
pub(super) async fn exchange(
    app: &App,
    asking: Asking<'_>,
    parameters: &Parameters,
) -> Result<TokenAnswer, Stopped> {
    let token = parameters
        .get("refresh_token")
        .ok_or(OAuthError::invalid_request("refresh_token is missing."))?;
    let (client, network) = (asking.client, asking.network);
    let used = Used::of(token, client, parameters);
    let found = used.find(app).await?.ok_or(OAuthError::invalid_grant())?;
    // Before anything comes of it: whoever lacks the key can neither use the token nor end its family.
    asking.holds(found.subject.grant.dpop_jkt.as_deref())?;
    if found.is_used {
        asking.use_proof_alone(app).await?;
        return used.again(app, network).await;
    }
    if found.expires_at <= app.clock.now() {
        return Err(OAuthError::invalid_grant().into());
    }
    let opened = opened(app, client, &found.subject.grant).await?;
    let terms = Terms {
        parameters,
        opened: opened.as_ref(),
    };
    let next = Next::make(app, (&used, asking.key()), &found, terms)?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let now = app.clock.now();
    if !asking.use_proof(&mut db).await? {
        transaction.rollback().await?;
        return Err(dpop::REFUSED.into());
    }
    if !store::refresh::use_once(&mut db, &used.digest, &client.id, now).await? {
        // Of two with one proof at a time the other has used it up, or nobody has.
        transaction.rollback().await?;
        asking.use_proof_alone(app).await?;
        return used.again(app, network).await;
    }
    next.insert(&mut db, now).await?;
    transaction.commit().await?;
    Ok(next.answer)
}

/// The words that the protected resources of a grant open now; a resource that is gone gets no more tokens.
async fn opened(app: &App, client: &Client, grant: &Grant) -> Result<Option<Scope>, Stopped> {
    let named = resources::find_named(app, client, &grant.resources).await?;
    Ok(named.ok_or(NOT_GRANTED)?.opened)
}

/// What is asked for, and the words that the protected resources of the grant open now.
#[derive(Clone, Copy)]
struct Terms<'a> {
    parameters: &'a Parameters,
    opened: Option<&'a Scope>,
}

/// What comes in the place of a refresh token.
struct Next {
    answer: TokenAnswer,
    kept: RefreshToken,
    access_token: Option<Opaque>,
}

impl Next {
    fn make(
        app: &App,
        (used, key): (&Used<'_>, Option<&str>),
        found: &Found,
        Terms { parameters, opened }: Terms<'_>,
    ) -> Result<Self, Stopped> {
        let (client, subject) = (used.client, &found.subject);
        // What is too wide leaves no trace: the token stays usable.
        let granted = Scope::parse(&subject.grant.scope).unwrap_or_default();
        let granted = client.still_grantable(&granted, opened);
        let scope = narrowed(parameters.get("scope"), granted)?;
        let resources = parameters.resources();
        let audience = Audience::of_user(resources, &subject.grant, &app.config.base)?;
        let wanted = Wanted {
            client,
            grant_id: Some(&subject.grant.id),
            scope: &scope,
            audience: &audience,
            key,
        };
        let access_token = opaque::make(app, &wanted)?;
        let wanted = ForUser {
            client,
            subject,
            scope: &scope,
            audience: &audience,
            nonce: None,
            key,
            access_token: access_token.as_ref().map(|opaque| opaque.token.clone()),
        };
        let mut answer = for_user(app, wanted)?;
        let successor = app.random.token()?;
        let digest = digest_of(&successor);
        answer.refresh_token = Some(successor);
        let kept = RefreshToken {
            digest,
            grant_id: subject.grant.id.clone(),
            client_id: client.id.clone(),
            predecessor: Some(used.digest.clone()),
            answer: seal(app, used, &answer)?,
            expires_at: found.expires_at,
        };
        Ok(Self {
            answer,
            kept,
            access_token,
        })
    }

    async fn insert(&self, db: &mut Connection<'_>, now: Timestamp) -> Result<(), Failure> {
        store::refresh::insert(db, &self.kept, now).await?;
        if let Some(opaque) = &self.access_token {
            store::access::insert(db, &opaque.kept).await?;
        }
        Ok(())
    }
}

/// The scope of the new access token: the grant's as far as the client may still have it, or what of that is asked
/// for; the grant itself stays as wide as it is.
fn narrowed(asked: Option<&str>, granted: Scope) -> Result<Scope, OAuthError> {
    let Some(asked) = asked else {
        return Ok(granted);
    };
    Scope::parse(asked)
        .filter(|asked| asked.is_within(&granted))
        .ok_or(OAuthError::new(
            ErrorCode::InvalidScope,
            "The scope is wider than what was granted.",
        ))
}
