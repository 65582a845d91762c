//! Revocation of a client's own token.

use foundation::{Connection, Failure, Timestamp};

use crate::app::App;
use crate::http::network::Network;
use crate::oauth::tokens::{self, store};
use crate::protocol::clients::Client;
use crate::protocol::grants::{self, Revocation, RevocationReason};

/// Revokes a client's token: a refresh token with its whole grant, an access token alone. An unknown token changes
/// nothing, and the response hides it (section 2.2). The hint changes the order of the lookups.
pub(super) async fn revoke(
    app: &App,
    client: &Client,
    network: Network,
    token: &str,
    has_refresh_hint: bool,
) -> Result<(), Failure> {
    if tokens::is_signed(token) {
        return signed_token(app, client, token).await;
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_done = (has_refresh_hint && refresh_token(app, &mut db, client, network, token).await?)
        || opaque_token(&mut db, client, token).await?
        || (!has_refresh_hint && refresh_token(app, &mut db, client, network, token).await?);
    if is_done {
        transaction.commit().await
    } else {
        transaction.rollback().await
    }
}

/// Revokes a signed access token, which names its client. One insert suffices, whether or not the token was still
/// valid.
async fn signed_token(app: &App, client: &Client, token: &str) -> Result<(), Failure> {
    let read = app.signed.read(app, token);
    let Some(token) = read.filter(|token| token.client_id == client.id) else {
        return Ok(());
    };
    let digest = token.revoked_digest().unwrap_or_default();
    // Stores the revocation for the leeway beyond the token's expiry.
    let until = Timestamp::from_seconds(token.expires_at).plus(tokens::LEEWAY);
    let mut transaction = app.database.begin().await?;
    store::revoked::insert(&mut transaction.connection(), &digest, until).await?;
    transaction.commit().await
}

async fn opaque_token(
    db: &mut Connection<'_>,
    client: &Client,
    token: &str,
) -> Result<bool, Failure> {
    match tokens::opaque_digest(token) {
        Some(digest) => store::access::delete(db, &digest, &client.id).await,
        None => Ok(false),
    }
}

async fn refresh_token(
    app: &App,
    db: &mut Connection<'_>,
    client: &Client,
    network: Network,
    token: &str,
) -> Result<bool, Failure> {
    let digest = tokens::refresh_digest(token);
    let Some(grant_id) = store::refresh::grant_of(db, &digest, &client.id).await? else {
        return Ok(false);
    };
    let revocation = Revocation {
        grant_id: &grant_id,
        client_id: &client.id,
        why: RevocationReason::Returned,
        network,
    };
    grants::revoke(app, db, revocation).await.map(|()| true)
}
