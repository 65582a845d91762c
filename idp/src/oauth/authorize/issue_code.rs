//! Responding to a request with a code.

use foundation::{Connection, Failure, Transaction, id};

use super::acr::{Acr, registered_methods};
use super::delivery::Delivery;
use super::received::ReceivedRequest;
use super::repeat;
use super::request::AuthorizationRequest;
use crate::app::App;
use crate::oauth::client_metadata;
use crate::protocol::authorization_codes::{self, NewCode};
use crate::protocol::clients::Scope;
use crate::protocol::grants::Grant;
use crate::protocol::pending_requests;
use crate::session::backchannel;
use crate::session::consents::{self, ConsentKey};
use crate::session::sessions::{self, CurrentSession};

/// Outcome of a response with a code.
#[derive(Debug)]
pub(super) enum CodeOutcome {
    /// The response with the code, and its grant.
    Code {
        delivery: Delivery,
        grant_id: String,
    },
    /// The request was used up before.
    UsedUp,
    /// The session has ended, and the request is still pending.
    SignedOut,
    /// The session ended during the response: the request is used up, and the grant revoked.
    Ended,
    /// The consent was withdrawn.
    NotAllowed,
}

/// Source of the user's permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConsentSource {
    /// An earlier consent, or a first-party client.
    Earlier,
    /// A consent in this request.
    Now,
}

/// Creates the grant and its code in the caller's transaction, and uses up the pending request. Locks the session and
/// the consent until the commit, so that a concurrent sign-out either comes first or ends the grant. The caller must
/// roll back unless the outcome is a code.
pub(super) async fn create_code(
    app: &App,
    db: &mut Connection<'_>,
    received: &ReceivedRequest,
    session: &CurrentSession,
    source: ConsentSource,
) -> Result<CodeOutcome, Failure> {
    let request = &received.request;
    let client = &request.target.client;
    client_metadata::store_client(app, db, client, client_metadata::StorageReason::Consent).await?;
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
    // Locks the session before the consent, in the order of the transactions that end sessions.
    let Some(code) = authorization_codes::issue(app, db, &new).await? else {
        return Ok(CodeOutcome::SignedOut);
    };
    if !pending_requests::take(app, db, &received.waiting).await? {
        return Ok(CodeOutcome::UsedUp);
    }
    if !lock_consent(app, db, received, session, source).await? {
        return Ok(CodeOutcome::NotAllowed);
    }
    backchannel::record_client_session(app, db, client, &grant).await?;
    let delivery = request.target.with_code(&app.config.base.issuer, &code);
    repeat::store_delivery(app, db, &received.waiting, &delivery, Some(&code)).await?;
    Ok(CodeOutcome::Code {
        delivery,
        grant_id: grant.id,
    })
}

/// Returns the grant that the user gives the client in this session.
fn grant_of(
    app: &App,
    request: &AuthorizationRequest,
    session: &CurrentSession,
) -> Result<Grant, Failure> {
    let is_offline = request.scope.contains("offline_access");
    let class = Acr::from_amr(&session.amr);
    Ok(Grant {
        id: id::new("grn", &app.clock, &app.random)?,
        user_id: session.user_id.clone(),
        client_id: request.target.client.id.clone(),
        sid: session.sid.clone(),
        scope: request.scope.to_string(),
        is_offline,
        auth_time: session.proven_at().unwrap_or(Grant::TIME_UNKNOWN),
        expires_at: (!is_offline).then_some(session.expires_at),
        claims: request.claims.to_stored(),
        acr: Some(
            request
                .acr
                .reached(class)
                .unwrap_or(class)
                .name()
                .to_owned(),
        ),
        amr: registered_methods(&session.amr),
        dpop_jkt: None,
        resources: request.named.addresses.clone(),
    })
}

/// Locks the permission until the commit, so that no concurrent request withdraws it unseen. Stores a new consent
/// together with the earlier one.
async fn lock_consent(
    app: &App,
    db: &mut Connection<'_>,
    received: &ReceivedRequest,
    session: &CurrentSession,
    source: ConsentSource,
) -> Result<bool, Failure> {
    let (client, now) = (&received.request.target.client, app.clock.now());
    let consent = ConsentKey {
        user_id: &session.user_id,
        client_id: &client.id,
    };
    match source {
        ConsentSource::Earlier if client.first_party => Ok(true),
        ConsentSource::Earlier => {
            // The consent may have been withdrawn and given again for a smaller scope.
            let scope = consents::store::lock(db, consent, now).await?;
            let scope = scope.and_then(|scope| Scope::parse(&scope));
            let requested = received.request.consent_scope();
            Ok(scope.is_some_and(|scope| requested.is_within(&scope)))
        }
        ConsentSource::Now => {
            let remembered = received.request.storable_scope();
            consents::add_consent(db, consent, &remembered, now).await?;
            Ok(true)
        }
    }
}

/// Commits a response, and checks a session in Redis once more, which cannot be locked. If it has ended, the grant is
/// revoked.
pub(super) async fn commit_code(
    app: &App,
    transaction: Transaction,
    outcome: CodeOutcome,
    session: &CurrentSession,
) -> Result<CodeOutcome, Failure> {
    let grant_id = match &outcome {
        CodeOutcome::Code { grant_id, .. } => grant_id,
        CodeOutcome::UsedUp
        | CodeOutcome::SignedOut
        | CodeOutcome::Ended
        | CodeOutcome::NotAllowed => {
            transaction.rollback().await?;
            return Ok(outcome);
        }
    };
    transaction.commit().await?;
    if sessions::exists_after_commit(app, session, grant_id).await? {
        return Ok(outcome);
    }
    Ok(CodeOutcome::Ended)
}
