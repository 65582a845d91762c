//! Sends to the idp the changes of a website's clients until it has all of them: the status of sign-in, and the pending
//! changes of the owner.

use std::time::Duration;

use foundation::{Connection, Failure, Timestamp};

use super::client_refusal::ClientRefusal;
use super::client_settings::{ClientSettings, IdTokenAlgorithm};
use super::idp::{CLAIMS_IN_ID_TOKEN, RegisterRefusal};
use super::pending_change::PendingChange;
use super::registration::Registration;
use super::store::clients::{self as store, ClientLease};
use super::store::pending_changes::{self, PendingTexts};
use crate::app::App;
use crate::audit::{self, Action, Event};

/// Lease on a website's clients; longer than the idp timeout, so an expired lease means that its owner crashed.
pub(super) const LEASE_DURATION: Duration = Duration::from_mins(1);
/// Maximum number of pending changes that one request sends to the idp; the sweep sends the others.
const MAX_ROUNDS: usize = 10;

/// The idp's response to a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ChangeOutcome {
    /// The idp accepted the change, or there was none; holds the settings of its client if they may have changed.
    Accepted(Option<ClientSettings>),
    /// The idp refused one of the changes.
    Refused(ClientRefusal),
}

/// Sends the changes of a website's clients to the idp. Does nothing if the idp has them, or if another request has the
/// lease: that request reads the new row before it ends.
pub(super) async fn send_changes(app: &App, website_id: &str) -> Result<ChangeOutcome, Failure> {
    let mut outcome = ChangeOutcome::Accepted(None);
    for _round in 0..MAX_ROUNDS {
        let now = app.clock.now();
        let until = now.plus(LEASE_DURATION);
        let mut transaction = app.database.begin().await?;
        let lease =
            store::take_lease(&mut transaction.connection(), website_id, true, now, until).await;
        let lease = lease?;
        transaction.commit().await?;
        let Some(lease) = lease else {
            return Ok(outcome);
        };
        let sent = send(app, &lease).await;
        let is_done = store_outcome(app, website_id, &lease, until, sent.as_ref().ok()).await?;
        let sent = sent?;
        if matches!(sent, ChangeOutcome::Refused(_)) {
            outcome = sent;
        }
        if is_done {
            return Ok(outcome);
        }
    }
    Ok(outcome)
}

/// Stores the response of the idp and releases the lease; returns true if the idp has all changes.
async fn store_outcome(
    app: &App,
    website_id: &str,
    lease: &ClientLease,
    until: Timestamp,
    outcome: Option<&ChangeOutcome>,
) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if let (Some(pending), Some(outcome)) = (&lease.pending, outcome) {
        settle(app, &mut db, website_id, pending, outcome).await?;
    }
    let is_done =
        outcome.is_some() && store::mark_sent(&mut db, website_id, until, &lease.status).await?;
    if !is_done {
        store::release_lease(&mut db, website_id, until, app.clock.now()).await?;
    }
    transaction.commit().await?;
    Ok(is_done)
}

/// Applies the first pending change and records it in the audit log, or drops it if the idp refused it. Later changes
/// stay pending.
async fn settle(
    app: &App,
    db: &mut Connection<'_>,
    website_id: &str,
    text: &str,
    outcome: &ChangeOutcome,
) -> Result<(), Failure> {
    let pending = PendingChange::parse(text)?;
    let rest = pending.rest().map(|rest| rest.text()).transpose()?;
    let texts = PendingTexts {
        website_id,
        first: text,
        rest: rest.as_deref(),
    };
    let settings = match outcome {
        ChangeOutcome::Refused(_) => return pending_changes::drop_pending(db, texts).await,
        ChangeOutcome::Accepted(settings) => settings.as_ref(),
    };
    let change = pending.change();
    if !pending_changes::apply_pending(db, texts, &change, settings).await? {
        return Ok(());
    }
    let event = Event {
        actor: &pending.actor,
        session: Some(&pending.session()),
        action: Action::WebsiteChanged,
        website_id: Some(website_id),
        subject: website_id,
        details: pending.audit_details(),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}

/// Sends the changes of one website to the idp; idempotent.
async fn send(app: &App, lease: &ClientLease) -> Result<ChangeOutcome, Failure> {
    let mut outcome = ChangeOutcome::Accepted(None);
    if let Some(pending) = &lease.pending {
        outcome = send_change(app, lease, &PendingChange::parse(pending)?).await?;
    }
    if lease.switch_behind {
        send_status(app, lease).await?;
    }
    Ok(outcome)
}

/// Runs only after the website itself was suspended or resumed: no other change may enable a client that the operator
/// disabled.
async fn send_status(app: &App, lease: &ClientLease) -> Result<(), Failure> {
    let is_active = lease.status == "active";
    let clients = [Some(&lease.client_id), lease.public_client_id.as_ref()];
    for client_id in clients.into_iter().flatten() {
        app.registrar.set_active(client_id, is_active).await?;
    }
    Ok(())
}

async fn send_change(
    app: &App,
    lease: &ClientLease,
    pending: &PendingChange,
) -> Result<ChangeOutcome, Failure> {
    let change = pending.change();
    let shown = |registration: Registration| {
        registration
            .with("client_name", change.name.clone())
            // Clients that an older version registered get this member with their next change.
            .with(CLAIMS_IN_ID_TOKEN, Some(true))
            .branded(change.branding.as_ref())
    };
    let Some(registration) = app.registrar.find(&lease.client_id).await? else {
        return Err(Failure::unavailable(
            "changing a website's client",
            "the identity provider knows no such client",
        ));
    };
    // The type is of the owner's choice, and no address changes it.
    let settings = registration.settings().changed(&change.settings);
    let changed = shown(registration)
        .with_settings(&settings)
        .with("redirect_uris", change.redirect_uris.clone())
        .with(
            "post_logout_redirect_uris",
            change.post_logout_redirect_uris.clone(),
        );
    if let Some(refusal) = refusal_of(app.registrar.replace(&lease.client_id, changed).await)? {
        return Ok(ChangeOutcome::Refused(refusal));
    }
    let algorithm = change.settings.id_token_signed_response_alg;
    let is_shared = change.name.is_some() || change.branding.is_some() || algorithm.is_some();
    let taken = ChangeOutcome::Accepted(Some(settings));
    let Some(public) = lease.public_client_id.as_ref().filter(|_| is_shared) else {
        return Ok(taken);
    };
    // A public client that has an id and was never registered has nothing to update.
    let Some(registration) = app.registrar.find(public).await? else {
        return Ok(taken);
    };
    let algorithm = algorithm.map(IdTokenAlgorithm::name);
    let changed = shown(registration).with("id_token_signed_response_alg", algorithm);
    if let Some(refusal) = refusal_of(app.registrar.replace(public, changed).await)? {
        return Ok(ChangeOutcome::Refused(refusal));
    }
    Ok(taken)
}

fn refusal_of(done: Result<(), RegisterRefusal>) -> Result<Option<ClientRefusal>, Failure> {
    match done {
        Ok(()) => Ok(None),
        Err(RegisterRefusal::Refused(refusal)) => Ok(Some(refusal)),
        Err(RegisterRefusal::Failure(failure)) => Err(failure),
    }
}

/// Sends the changes that the idp may not have yet; returns the number of websites tried.
pub(super) async fn catch_up(app: &App) -> Result<u64, Failure> {
    let left = {
        let mut reader = app.database.reader().await?;
        store::behind(&mut reader.connection(), app.clock.now()).await?
    };
    let mut tried = 0;
    for website_id in left {
        tried += 1;
        if let Err(failure) = send_changes(app, &website_id).await {
            tracing::warn!(%failure, website = website_id, "the client of a website is still to be told of");
        }
    }
    Ok(tried)
}
