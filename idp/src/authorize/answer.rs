//! Answering with a code.

use foundation::{Connection, Failure, Transaction, id};

use super::arrive::Arrived;
use crate::app::App;
use crate::codes::{self, NewCode};
use crate::grants::{self, Grant};
use crate::parking;
use crate::sessions::Current;

/// What came of it.
#[derive(Debug)]
pub(super) enum Answered {
    /// The address that carries the code, and the grant that it stands for.
    Code { address: String, grant_id: String },
    /// The parked request was answered before.
    Before,
    /// The session ended meanwhile.
    SignedOut,
}

/// Makes the grant and its code in the caller's transaction, and takes the request out of the park. The session is
/// held until the commit, so that a sign-out at the same time either comes first or ends the grant.
pub(super) async fn answer(
    app: &App,
    db: &mut Connection<'_>,
    arrived: &Arrived,
    session: &Current,
) -> Result<Answered, Failure> {
    let now = app.clock.now();
    if !app.sessions.hold(db, session, now).await? {
        return Ok(Answered::SignedOut);
    }
    if let Some(parked) = &arrived.parked
        && !parking::take(app, db, &parked.id).await?
    {
        return Ok(Answered::Before);
    }
    let request = &arrived.request;
    let is_offline = request.scope.contains("offline_access");
    let grant = Grant {
        id: id::new("grn", &app.clock, &app.random)?,
        user_id: session.user_id.clone(),
        client_id: request.target.client.id.clone(),
        sid: session.sid.clone(),
        scope: request.scope.to_string(),
        is_offline,
        auth_time: session.auth_time,
        expires_at: (!is_offline).then_some(session.expires_at),
        claims: None,
        acr: None,
        amr: None,
        dpop_jkt: None,
        resources: Vec::new(),
    };
    grants::store::insert(db, &grant, now).await?;
    let new = NewCode {
        grant_id: &grant.id,
        client_id: &grant.client_id,
        redirect_uri: &request.target.redirect_uri,
        challenge: request.challenge.as_ref(),
        nonce: request.nonce.as_deref(),
        dpop_jkt: None,
    };
    let code = codes::issue(app, db, new).await?;
    Ok(Answered::Code {
        address: request.target.with_code(&app.config.base.issuer, &code),
        grant_id: grant.id,
    })
}

/// Commits an answer. A session that cannot be held is looked for once more: when it is gone, so is the grant.
pub(super) async fn commit(
    app: &App,
    transaction: Transaction,
    answered: Answered,
    session: &Current,
) -> Result<Answered, Failure> {
    let grant_id = match &answered {
        Answered::Code { grant_id, .. } => grant_id,
        Answered::Before | Answered::SignedOut => {
            transaction.rollback().await?;
            return Ok(answered);
        }
    };
    transaction.commit().await?;
    if app.sessions.is_there_still(session).await? {
        return Ok(answered);
    }
    let mut transaction = app.database.begin().await?;
    grants::store::revoke(&mut transaction.connection(), grant_id, app.clock.now()).await?;
    transaction.commit().await?;
    Ok(Answered::SignedOut)
}
