//! A refresh token for tokens (RFC 6749 section 6): each is used once, and its successor takes its place.

use foundation::secret::digest;
use foundation::{Connection, Failure, Timestamp};

use super::mint::{ForUser, for_user};
use super::store::{self, RefreshToken};
use super::token::{Subject, TokenAnswer};
use crate::app::App;
use crate::clients::{Client, Scope};
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::grants::{self, Grant};
use crate::parameters::Parameters;

const PURPOSE: &str = "refresh-token";

/// Makes a refresh token of a grant, in the caller's transaction; only its digest is kept.
pub(super) async fn issue(
    app: &App,
    db: &mut Connection<'_>,
    grant: &Grant,
    expires_at: Timestamp,
) -> Result<String, Failure> {
    let token = app.random.token()?;
    let kept = RefreshToken {
        digest: digest(PURPOSE, &token),
        grant_id: grant.id.clone(),
        client_id: grant.client_id.clone(),
        expires_at,
    };
    store::insert(db, &kept, app.clock.now()).await?;
    Ok(token)
}

/// Uses a refresh token. One that was used before revokes its family, because either its thief or its owner
/// uses it now, and nobody can tell which (RFC 9700 section 4.14.2).
pub(super) async fn exchange(
    app: &App,
    client: &Client,
    parameters: &Parameters,
) -> Result<TokenAnswer, Stopped> {
    let token = parameters
        .get("refresh_token")
        .ok_or(OAuthError::invalid_request("refresh_token is missing."))?;
    let digest = digest(PURPOSE, token);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(used) = store::use_once(&mut db, &digest, &client.id, app.clock.now()).await? else {
        revoke_family_of_used(app, &mut db, &digest, client).await?;
        transaction.commit().await?;
        return Err(OAuthError::invalid_grant().into());
    };
    let subject = store::find_subject(&mut db, &used.grant_id)
        .await?
        .ok_or(OAuthError::invalid_grant())?;
    // A scope that is too wide leaves no trace: the transaction is dropped and the token stays usable.
    let scope = narrowed(parameters.get("scope"), client, &subject)?;
    let successor = issue(app, &mut db, &subject.grant, used.expires_at).await?;
    transaction.commit().await?;
    let wanted = ForUser {
        client,
        subject: &subject,
        scope: &scope,
        nonce: None,
    };
    let mut answer = for_user(app, &wanted)?;
    answer.refresh_token = Some(successor);
    Ok(answer)
}

async fn revoke_family_of_used(
    app: &App,
    db: &mut Connection<'_>,
    digest: &str,
    client: &Client,
) -> Result<(), Failure> {
    if let Some(grant_id) = store::grant_of_used(db, digest, &client.id).await? {
        tracing::warn!(
            client = client.id,
            grant = grant_id,
            "a refresh token was used twice: its grant is revoked"
        );
        grants::store::revoke(db, &grant_id, app.clock.now()).await?;
    }
    Ok(())
}

/// The scope of the new access token: the grant's as far as the client may still have it, or what of that is asked
/// for; the grant itself stays as wide as it is.
fn narrowed(asked: Option<&str>, client: &Client, subject: &Subject) -> Result<Scope, OAuthError> {
    let granted = client.grantable(&Scope::parse(&subject.grant.scope).unwrap_or_default());
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
