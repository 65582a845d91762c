//! Answering with a code.

use foundation::{Connection, Failure, Transaction, id};

use super::acr::{Acr, told_methods};
use super::again;
use super::arrive::Arrived;
use super::delivery::Delivery;
use super::request::AuthorizationRequest;
use crate::app::App;
use crate::backchannel;
use crate::clients::Scope;
use crate::codes::{self, NewCode};
use crate::consents;
use crate::documents;
use crate::grants::Grant;
use crate::parking;
use crate::sessions::{self, Current};

/// What came of it.
#[derive(Debug)]
pub(super) enum Answered {
    /// The answer that carries the code, and the grant that it stands for.
    Code {
        delivery: Delivery,
        grant_id: String,
    },
    /// The request was answered before.
    Before,
    /// The session ended meanwhile, and the request still waits.
    SignedOut,
    /// The session ended in the moment of the answer: the request is used up, and what it gave was taken back.
    Ended,
    /// The consent was taken back meanwhile.
    NotAllowed,
}

/// What allows the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowed {
    /// What the user said before, or that the client belongs to the installation.
    Before,
    /// The user said so just now.
    Now,
}

/// Makes the grant and its code in the caller's transaction, and takes the request away from where it waited. The
/// session is held until the commit, so that a sign-out at the same time either comes first or ends the grant; so is
/// the consent. What comes of it has to be undone unless it is a code.
pub(super) async fn answer(
    app: &App,
    db: &mut Connection<'_>,
    arrived: &Arrived,
    (session, allowed): (&Current, Allowed),
) -> Result<Answered, Failure> {
    let request = &arrived.request;
    let client = &request.target.client;
    documents::settle(app, db, client, documents::By::Person).await?;
    let grant = grant_of(app, request, session)?;
    let has_refresh_tokens = client.has_refresh_tokens(grant.is_offline);
    let new = NewCode {
        grant: &grant,
        sweep_at: grant.sweep_at(app.clock.now(), has_refresh_tokens),
        redirect_uri: &request.target.redirect_uri,
        challenge: request.challenge.as_ref(),
        nonce: request.nonce.as_deref(),
        dpop_jkt: request.dpop_jkt.as_deref(),
    };
    // The session is locked before the consent, in the order of the transactions that end sessions.
    let Some(code) = codes::issue(app, db, &new).await? else {
        return Ok(Answered::SignedOut);
    };
    if !parking::take(app, db, &arrived.waiting).await? {
        return Ok(Answered::Before);
    }
    if !hold_consent(app, db, arrived, (session, allowed)).await? {
        return Ok(Answered::NotAllowed);
    }
    backchannel::remember(app, db, client, &grant).await?;
    let delivery = request.target.with_code(&app.config.base.issuer, &code);
    again::remember(app, db, &arrived.waiting, (&delivery, Some(&code))).await?;
    Ok(Answered::Code {
        delivery,
        grant_id: grant.id,
    })
}

/// What the user allows the client in this session.
fn grant_of(
    app: &App,
    request: &AuthorizationRequest,
    session: &Current,
) -> Result<Grant, Failure> {
    let is_offline = request.scope.contains("offline_access");
    let class = Acr::of(&session.amr);
    Ok(Grant {
        id: id::new("grn", &app.clock, &app.random)?,
        user_id: session.user_id.clone(),
        client_id: request.target.client.id.clone(),
        sid: session.sid.clone(),
        scope: request.scope.to_string(),
        is_offline,
        auth_time: session.proven_at().unwrap_or(Grant::TIME_UNKNOWN),
        expires_at: (!is_offline).then_some(session.expires_at),
        claims: request.claims.kept(),
        acr: Some(
            request
                .acr
                .reached(class)
                .unwrap_or(class)
                .name()
                .to_owned(),
        ),
        amr: told_methods(&session.amr),
        dpop_jkt: None,
        resources: request.named.addresses.clone(),
    })
}

/// Holds what allows the answer until the commit, so that it cannot be taken back unseen meanwhile; what is allowed now is
/// remembered beside what was before.
async fn hold_consent(
    app: &App,
    db: &mut Connection<'_>,
    arrived: &Arrived,
    (session, allowed): (&Current, Allowed),
) -> Result<bool, Failure> {
    let (client, now) = (&arrived.request.target.client, app.clock.now());
    let whose = (session.user_id.as_str(), client.id.as_str());
    match allowed {
        Allowed::Before if client.first_party => Ok(true),
        Allowed::Before => {
            // It may have been taken back meanwhile, and given anew for less.
            let held = consents::store::hold(db, whose, now).await?;
            let held = held.and_then(|scope| Scope::parse(&scope));
            Ok(held.is_some_and(|held| arrived.request.needs().is_within(&held)))
        }
        Allowed::Now => {
            let remembered = arrived.request.remembered();
            consents::remember(db, whose, &remembered, now).await?;
            Ok(true)
        }
    }
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
        Answered::Before | Answered::SignedOut | Answered::Ended | Answered::NotAllowed => {
            transaction.rollback().await?;
            return Ok(answered);
        }
    };
    transaction.commit().await?;
    if sessions::stands_after(app, session, grant_id).await? {
        return Ok(answered);
    }
    Ok(Answered::Ended)
}
