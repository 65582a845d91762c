//! Creates a client, or replaces its whole registration.

use std::time::Duration;

use foundation::{Failure, Timestamp, Transaction};
use serde_json::{Value, json};

use super::permissions::CallerPermissions;
use super::put_document::put_document;
use crate::app::App;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::clients::{
    Client, ClientMetadata, MAX_PREVIOUS_SECRETS, RegisteredBy, Registration, RemoteLogo,
    fetch_logo, is_document_address, secret_digest, store,
};
use crate::protocol::grants;
use crate::protocol::resources::{self, ProtectedResource};
use crate::session::backchannel::{self, DueLogouts};

/// Request to create or replace a client.
pub(super) struct PutClientRequest<'a> {
    pub(super) caller: CallerPermissions<'a>,
    /// `client_id`.
    pub(super) client_id: String,
    /// The registration.
    pub(super) metadata: ClientMetadata,
    /// The protected resources whose servers belong to the client.
    pub(super) resources: Vec<ProtectedResource>,
    /// True if a client that has a secret gets a new one.
    pub(super) rotate_secret: bool,
    /// The time for which the previous secret stays valid after a rotation.
    pub(super) overlap: Duration,
}

/// Result of creating or replacing a client.
pub(super) enum PutClientOutcome {
    /// The client, with its secret if it is new; the secret is returned only this once.
    Done {
        client: Box<Client>,
        secret: Option<String>,
        is_new: bool,
    },
    /// The problems of the registration.
    Wrong(Vec<String>),
    /// The caller may not do this, for this reason.
    Lacking(String),
    /// A concurrent request deleted the client.
    Deleted,
}

/// Creates or replaces a client. Makes a secret if the client needs one and has none, or if the caller asks for a new
/// one. Only the bootstrap file decides whether a client is first-party. Locks the client's row until the commit, so
/// that a concurrent rotation of the secret is not lost.
pub(super) async fn put_client(
    app: &App,
    mut put: PutClientRequest<'_>,
) -> Result<PutClientOutcome, Failure> {
    if is_document_address(&put.client_id) {
        return put_document(app, put).await;
    }
    let problems = resources::check(&put.resources, &app.config.base);
    if !problems.is_empty() {
        return Ok(PutClientOutcome::Wrong(problems));
    }
    let remote_logo = RemoteLogo::take_from_metadata(&mut put.metadata);
    let mut draft_client = match draft(app, &put, None)? {
        Ok(draft_client) => draft_client,
        Err(problems) => return Ok(PutClientOutcome::Wrong(problems)),
    };
    if let Some(why) = put.caller.reason_against(&draft_client.client) {
        return Ok(PutClientOutcome::Lacking(why));
    }
    let logo = fetch_logo(app, None, remote_logo).await;
    logo.add_to(&mut draft_client.client);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // Lets one of several concurrent requests create the client; the others replace it.
    let is_new = store::insert(&mut db, &draft_client.client).await?;
    if !is_new {
        let Some(before) = store::lock(&mut db, &put.client_id).await? else {
            return Ok(PutClientOutcome::Deleted);
        };
        if let Some(why) = put.caller.reason_against(&before) {
            return Ok(PutClientOutcome::Lacking(why));
        }
        draft_client = match draft(app, &put, Some(before))? {
            Ok(draft_client) => draft_client,
            Err(problems) => return Ok(PutClientOutcome::Wrong(problems)),
        };
        logo.add_to(&mut draft_client.client);
        store::put(&mut db, &draft_client.client).await?;
    }
    if let Some(taken) = resources::replace(&mut db, &put.client_id, &put.resources).await? {
        transaction.rollback().await?;
        return Ok(PutClientOutcome::Wrong(vec![format!(
            "protected_resources: {taken:?} belongs to another client; ask the operator if it is yours"
        )]));
    }
    let ClientDraft { client, secret } = draft_client;
    let mut details = json!({ "new": is_new, "new_secret": secret.is_some() });
    logo.add_to_details(&mut details);
    record_and_commit(app, transaction, put.caller.client_id, &client, details).await?;
    Ok(PutClientOutcome::Done {
        client: client.into(),
        secret,
        is_new,
    })
}

/// Finishes a change by an operator: revokes the grants of an inactive client, schedules its logout notifications,
/// records the event and commits.
pub(super) async fn record_and_commit(
    app: &App,
    mut transaction: Transaction,
    actor: &str,
    client: &Client,
    details: Value,
) -> Result<(), Failure> {
    let mut db = transaction.connection();
    let mut due = DueLogouts::default();
    if !client.is_active {
        grants::store::revoke_of_client(&mut db, &client.id, client.updated_at).await?;
        due = backchannel::schedule_logouts_of_client(app, &mut db, &client.id, None).await?;
    }
    let event = AuditEvent {
        actor,
        action: Action::ClientPut,
        subject: &client.id,
        network: None,
        client_id: Some(actor),
        details,
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    due.wake(app);
    app.clients.forget(&client.id).await;
    Ok(())
}

/// Draft of a client, with the secret that was made for it.
struct ClientDraft {
    client: Client,
    secret: Option<String>,
}

/// Merges a registration into an existing client, or returns everything that is wrong with it.
fn draft(
    app: &App,
    put: &PutClientRequest<'_>,
    before: Option<Client>,
) -> Result<Result<ClientDraft, Vec<String>>, Failure> {
    let old_digest = before
        .as_ref()
        .and_then(|client| client.secret_digest.clone());
    let fresh = if old_digest.is_none() || put.rotate_secret {
        Some(app.random.token()?)
    } else {
        None
    };
    let registration = Registration {
        id: put.client_id.clone(),
        secret_digest: fresh.as_deref().map(secret_digest).or(old_digest),
        registered_by: before
            .as_ref()
            .map_or(RegisteredBy::Admin, |client| client.registered_by),
        first_party: before.as_ref().is_some_and(|client| client.first_party),
        token_digest: before
            .as_ref()
            .and_then(|client| client.registration_token_digest.clone()),
        allowed: app.config.outbound.allowed.clone(),
        issuer: app.config.base.issuer.clone(),
        now: app.clock.now(),
    };
    let merged = put.metadata.clone().into_client(registration);
    let merged = merged.and_then(|client| with_history(client, before, put, app.clock.now()));
    Ok(merged.map(|client| ClientDraft {
        secret: fresh.filter(|_| client.secret_digest.is_some()),
        client,
    }))
}

/// Copies the times of an existing client and its previous secrets, unless the client no longer has a secret. Returns
/// the problem if a rotation would leave too many.
fn with_history(
    mut client: Client,
    before: Option<Client>,
    put: &PutClientRequest<'_>,
    now: Timestamp,
) -> Result<Client, Vec<String>> {
    let Some(before) = before else {
        return Ok(client);
    };
    client.created_at = before.created_at;
    client.last_used_at = before.last_used_at;
    if client.secret_digest.is_some() {
        client.previous_secrets = if put.rotate_secret {
            let rotated = before.previous_secrets_after_rotation(put.overlap, now);
            rotated.map_err(|first_end| vec![too_many_secrets(first_end)])?
        } else {
            before.previous_secrets
        };
    }
    Ok(client)
}

fn too_many_secrets(first_end: Timestamp) -> String {
    format!(
        "overlap_seconds: {MAX_PREVIOUS_SECRETS} previous secrets are still valid; rotate again after {}, when the first of them \
        ends, or send 0, which ends all of them now",
        first_end.to_iso8601()
    )
}
