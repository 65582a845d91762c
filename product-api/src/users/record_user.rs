//! Creates and updates users: every request with a user's token starts here.

use foundation::Failure;

use super::store::{self, UserLookup};
use super::user::{TokenClaims, User};
use crate::app::App;
use crate::caller::UserToken;

/// Returns the user of a verified token. Creates the row at the first contact, updates it if the token has newer data, and
/// links the customers that wait under the same verified address. Writes nothing if there is nothing new.
pub(super) async fn record_user(app: &App, token: &UserToken) -> Result<User, Failure> {
    let is_first_party = app.config.issuer.is_first_party(&token.client_id);
    let claims = TokenClaims::from_token(token, is_first_party);
    let known = {
        let mut reader = app.database.reader().await?;
        store::find(&mut reader.connection(), &token.sub, &token.client_id).await?
    };
    if let Some(found) = known
        && !claims.changes(&found.user)
        && !found.may_claim
        && !found.may_show
    {
        return Ok(found.user);
    }
    let found = write(app, token, &claims).await?;
    join(app, token, &found).await?;
    Ok(found.user)
}

/// Links the user with the waiting customers, and shows the user to the website of the client.
async fn join(app: &App, token: &UserToken, found: &UserLookup) -> Result<(), Failure> {
    if let (true, Some(email)) = (found.may_claim, found.user.email.as_deref()) {
        // A website may be creating the same customer concurrently; the next request links it.
        if let Err(failure) = claim(app, &token.sub, email).await {
            tracing::warn!(%failure, "customers were not claimed");
        }
    }
    // After a claim there may be a row to show as well: the claimed one, if it is of this client's website.
    if !app.config.issuer.is_first_party(&token.client_id) && (found.may_show || found.may_claim) {
        show(app, token).await?;
    }
    Ok(())
}

async fn write(app: &App, token: &UserToken, claims: &TokenClaims) -> Result<UserLookup, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::upsert(&mut db, &token.sub, claims, app.clock.now()).await?;
    let found = store::find(&mut db, &token.sub, &token.client_id).await?;
    transaction.commit().await?;
    found.ok_or_else(|| Failure::defect("a user was written and is not there"))
}

async fn show(app: &App, token: &UserToken) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    store::show(&mut transaction.connection(), &token.sub, &token.client_id).await?;
    transaction.commit().await
}

async fn claim(app: &App, id: &str, email: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    store::claim(&mut transaction.connection(), id, email, app.clock.now()).await?;
    transaction.commit().await
}
