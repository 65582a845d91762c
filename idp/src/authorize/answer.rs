//! Answering with a code.

use foundation::{Connection, Failure, id};

use super::arrive::Arrived;
use super::park::digest_of;
use super::store;
use crate::app::App;
use crate::codes::{self, NewCode};
use crate::grants::{self, Grant};
use crate::sessions::Current;

/// Makes the grant and its code in the caller's transaction, and takes the request out of the park. Gives the
/// address that carries the code; `None` when the parked request was answered already.
pub(super) async fn answer(
    app: &App,
    db: &mut Connection<'_>,
    arrived: &Arrived,
    session: &Current,
) -> Result<Option<String>, Failure> {
    let now = app.clock.now();
    if let Some(parked) = &arrived.parked
        && !store::take(db, &digest_of(&parked.id), now).await?
    {
        return Ok(None);
    }
    let request = &arrived.request;
    let grant = Grant {
        id: id::new("grn", &app.clock, &app.random)?,
        user_id: session.user_id.clone(),
        client_id: request.target.client.id.clone(),
        sid: session.sid.clone(),
        scope: request.scope.to_string(),
        is_offline: request.scope.contains("offline_access"),
        auth_time: session.auth_time,
    };
    grants::store::insert(db, &grant, now).await?;
    let new = NewCode {
        grant_id: &grant.id,
        client_id: &grant.client_id,
        redirect_uri: &request.target.redirect_uri,
        challenge: request.challenge.as_ref(),
        nonce: request.nonce.as_deref(),
    };
    let code = codes::issue(app, db, new).await?;
    Ok(Some(
        request.target.with_code(&app.config.base.issuer, &code),
    ))
}
