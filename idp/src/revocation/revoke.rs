//! Ending a token that its client has no more use for.

use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::clients::Client;
use crate::grants::{self, Ending, Why};
use crate::network::Network;
use crate::tokens::{self, Live, store};

/// Ends a client's own token: a refresh token with its whole grant, an access token alone. Any other text ends nothing,
/// and its sender learns nothing of it (section 2.2). Nothing is written for what counts no more anyway.
pub(super) async fn revoke(
    app: &App,
    (client, network): (&Client, Network),
    token: &str,
) -> Result<(), Failure> {
    match tokens::find_live(app, token).await? {
        Some(live) if live.token.client_id == client.id => access_token(app, &live, token).await,
        Some(_) => Ok(()),
        None => refresh_token(app, (client, network), token).await,
    }
}

async fn access_token(app: &App, live: &Live, token: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if let Some(digest) = live.token.revoked_digest() {
        // It is believed for a little longer than it says.
        let until = Timestamp::from_seconds(live.token.expires_at).plus(tokens::LEEWAY);
        store::revoked::insert(&mut db, &digest, until).await?;
    } else if let Some(digest) = tokens::opaque_digest(token) {
        store::access::delete(&mut db, &digest, &live.token.client_id).await?;
    }
    transaction.commit().await
}

async fn refresh_token(
    app: &App,
    (client, network): (&Client, Network),
    token: &str,
) -> Result<(), Failure> {
    let grant_id = {
        let (mut reader, digest) = (app.database.reader().await?, tokens::refresh_digest(token));
        store::refresh::grant_of(&mut reader.connection(), &digest, &client.id).await?
    };
    let Some(grant_id) = grant_id else {
        return Ok(());
    };
    let mut transaction = app.database.begin().await?;
    let ending = Ending {
        grant_id: &grant_id,
        client_id: &client.id,
        why: Why::Returned,
        network,
    };
    grants::revoke(app, &mut transaction.connection(), ending).await?;
    transaction.commit().await
}
