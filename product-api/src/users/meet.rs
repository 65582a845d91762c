//! Meeting a user: every call with a user's token begins here.

use foundation::Failure;

use super::store::{self, Found};
use super::user::{Sight, User};
use crate::app::App;
use crate::caller::UserToken;

/// The user of a verified token: made at the first contact, brought up to date when the token tells something new,
/// and joined with the customers that wait under the same verified address. Without news nothing is written.
pub(super) async fn meet(app: &App, token: &UserToken) -> Result<User, Failure> {
    let is_first_party = app.config.issuer.is_first_party(&token.client_id);
    let sight = Sight::of(token, is_first_party);
    let known = {
        let mut reader = app.database.reader().await?;
        store::find(&mut reader.connection(), &token.sub, &token.client_id).await?
    };
    if let Some(found) = known
        && !sight.changes(&found.user)
        && !found.may_claim
        && !found.may_show
    {
        return Ok(found.user);
    }
    let found = write(app, token, &sight).await?;
    join(app, token, &found).await?;
    Ok(found.user)
}

/// Joins the user with the customers that wait, and shows the client's website which of its customers this is.
async fn join(app: &App, token: &UserToken, found: &Found) -> Result<(), Failure> {
    if let (true, Some(email)) = (found.may_claim, found.user.email.as_deref()) {
        // A website may be making the same person a customer at this moment; the next call finds what is left over.
        if let Err(failure) = claim(app, &token.sub, email).await {
            tracing::warn!(%failure, "customers were not claimed");
        }
    }
    // After a claim too: the row that was just claimed may be this client's website's.
    if !app.config.issuer.is_first_party(&token.client_id) && (found.may_show || found.may_claim) {
        show(app, token).await?;
    }
    Ok(())
}

async fn write(app: &App, token: &UserToken, sight: &Sight) -> Result<Found, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::upsert(&mut db, &token.sub, sight, app.clock.now()).await?;
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
