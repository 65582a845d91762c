//! A code for tokens (RFC 6749 section 4.1.3).

use foundation::{Connection, Failure};

use super::mint::{ForUser, for_user};
use super::refresh_token;
use super::store;
use super::token::{FAMILY_LIFE, Subject, TokenAnswer};
use crate::app::App;
use crate::clients::{Client, GrantType, Scope};
use crate::codes::{self, Claim, Code};
use crate::errors::{OAuthError, Stopped};
use crate::parameters::Parameters;

/// What the redeemed code gives.
struct Redeemed {
    code: Code,
    subject: Subject,
    refresh_token: Option<String>,
}

/// Redeems a code; the first refresh token of its family is made in the same transaction.
pub(super) async fn exchange(
    app: &App,
    client: &Client,
    parameters: &Parameters,
) -> Result<TokenAnswer, Stopped> {
    let claim = Claim {
        code: parameters
            .get("code")
            .ok_or(OAuthError::invalid_request("code is missing."))?,
        client_id: &client.id,
        redirect_uri: parameters.get("redirect_uri"),
        verifier: parameters.get("code_verifier"),
    };
    let mut transaction = app.database.begin().await?;
    let redeemed = redeem(app, &mut transaction.connection(), client, claim).await?;
    // A refused claim leaves its marks too: the code is spent, the grant may be revoked.
    transaction.commit().await?;
    let redeemed = redeemed.ok_or(OAuthError::invalid_grant())?;
    let granted = Scope::parse(&redeemed.subject.grant.scope).unwrap_or_default();
    let scope = client.grantable(&granted);
    let wanted = ForUser {
        client,
        subject: &redeemed.subject,
        scope: &scope,
        nonce: redeemed.code.nonce.as_deref(),
    };
    let mut answer = for_user(app, &wanted)?;
    answer.refresh_token = redeemed.refresh_token;
    Ok(answer)
}

async fn redeem(
    app: &App,
    db: &mut Connection<'_>,
    client: &Client,
    claim: Claim<'_>,
) -> Result<Option<Redeemed>, Failure> {
    let Some(code) = codes::redeem(app, db, claim).await? else {
        return Ok(None);
    };
    let Some(subject) = store::find_subject(db, &code.grant_id).await? else {
        return Ok(None);
    };
    let refresh_token = if has_refresh_tokens(client, subject.grant.is_offline) {
        let expires_at = subject.grant.family_end(app.clock.now().plus(FAMILY_LIFE));
        Some(refresh_token::issue(app, db, &subject.grant, expires_at).await?)
    } else {
        None
    };
    Ok(Some(Redeemed {
        code,
        subject,
        refresh_token,
    }))
}

/// Whether a grant of a client gets refresh tokens: the client is registered for them, and the user was
/// asked for `offline_access` or the client keeps a secret, without which its tokens are of no use to others.
pub(super) fn has_refresh_tokens(client: &Client, is_offline: bool) -> bool {
    client.may_use(GrantType::RefreshToken) && (is_offline || !client.is_public())
}
