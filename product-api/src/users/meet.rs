//! Meeting a user: every call with a user's token begins here.

use foundation::{Connection, Failure};

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
        store::find(&mut reader.connection(), &token.sub).await?
    };
    if let Some(found) = known
        && !sight.changes(&found.user)
        && !found.may_claim
    {
        return Ok(found.user);
    }
    let mut transaction = app.database.begin().await?;
    let now = app.clock.now();
    let mut db = transaction.connection();
    store::upsert(&mut db, &token.sub, &sight, now).await?;
    let found = find_made(&mut db, &token.sub).await?;
    if let (true, Some(email)) = (found.may_claim, found.user.email.as_deref()) {
        store::claim(&mut db, &token.sub, email, now).await?;
    }
    transaction.commit().await?;
    Ok(found.user)
}

async fn find_made(db: &mut Connection<'_>, id: &str) -> Result<Found, Failure> {
    store::find(db, id)
        .await?
        .ok_or_else(|| Failure::defect("a user was written and is not there"))
}
