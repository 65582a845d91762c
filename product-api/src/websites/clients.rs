//! Manages a website's clients at the idp for its owner: rotates the secret, and registers the public client.

use std::time::Duration;

use foundation::secret::SecretString;
use foundation::{Connection, Failure, Timestamp, id};
use serde_json::{Value, json};

use super::application_type::ApplicationType;
use super::client_refusal::ClientRefusal;
use super::client_settings::{PublicSettings, sign_out_addresses};
use super::detail::PublicClient;
use super::idp::{PublicRegistration, RegisterRefusal};
use super::read::find_own;
use super::redirect_address::check_public_list;
use super::registration::Registration;
use super::send_changes::{LEASE_DURATION, send_changes};
use super::store::clients::{self as store, ClientLease};
use super::website::Website;
use crate::app::App;
use crate::audit::{self, Action, Event, UserActor};
use crate::problem::{FieldError, Kind, Problem};

/// The number of attempts to take the lease that another request has: some two seconds with the pauses between them.
const MAX_LEASE_ATTEMPTS: u32 = 8;
/// The pause after the first attempt. Each attempt writes to the database, so later pauses are longer.
const MIN_LEASE_PAUSE: Duration = Duration::from_millis(50);
/// The longest pause between two attempts.
const MAX_LEASE_PAUSE: Duration = Duration::from_millis(400);

/// An owner's action on a client of a website, for the audit log.
struct ClientAction<'a> {
    actor: UserActor<'a>,
    website_id: &'a str,
    client_id: &'a str,
    action: Action,
}

/// Reasons why the idp has not confirmed an action.
enum ClientChangeError {
    /// The idp refuses these members of the client.
    Refused(ClientRefusal),
    /// The idp has no such client.
    Absent,
    /// No request that changes the client was sent.
    NotAsked(Failure),
    /// A request was sent and its outcome is unknown.
    NoResponse(Failure),
}

/// A change at the idp that the website's row is to say, too.
#[derive(Clone, Copy)]
enum RowUpdate<'a> {
    Nothing,
    /// The public client, as it is registered now.
    Public(&'a PublicClient),
    /// The end of the client's previous secret; none if all previous ones ended at once.
    SecretEnd(Option<Timestamp>),
}

impl From<RegisterRefusal> for ClientChangeError {
    fn from(refusal: RegisterRefusal) -> Self {
        match refusal {
            RegisterRefusal::Refused(refusal) => Self::Refused(refusal),
            RegisterRefusal::Failure(failure) => Self::NoResponse(failure),
        }
    }
}

/// Rotates the secret of a website's client. The previous secret stays valid for `overlap_seconds`, older ones until their own
/// end.
pub(super) async fn rotate_secret(
    app: &App,
    actor: UserActor<'_>,
    website_id: &str,
    overlap_seconds: u32,
) -> Result<(Website, SecretString), Problem> {
    let website = find_own(app, actor.user_id, website_id).await?;
    let action = ClientAction {
        actor,
        website_id: &website.id,
        client_id: &website.client_id,
        action: Action::ClientRotated,
    };
    let (lease, until) = take_lease(app, &action, json!({})).await?;
    let rotated = rotate(app, &lease, overlap_seconds).await;
    let overlap = Duration::from_secs(overlap_seconds.into());
    let end = (overlap_seconds > 0).then(|| app.clock.now().plus(overlap));
    let update = match &rotated {
        Ok(_secret) => RowUpdate::SecretEnd(end),
        // If it was rotated, the previous secret is valid until then.
        Err(ClientChangeError::NoResponse(_)) if end.is_some() => RowUpdate::SecretEnd(end),
        Err(
            ClientChangeError::NoResponse(_)
            | ClientChangeError::Refused(_)
            | ClientChangeError::Absent
            | ClientChangeError::NotAsked(_),
        ) => RowUpdate::Nothing,
    };
    finish(app, &action, until, rotated.as_ref().err(), update).await?;
    let secret = rotated.map_err(|error| {
        error.into_problem(
            &[],
            "The client's secret was not changed. Send the same request again.",
            "Whether the client's secret was changed is not known. Send the same request again.",
        )
    })?;
    Ok((website, secret))
}

async fn rotate(
    app: &App,
    lease: &ClientLease,
    overlap_seconds: u32,
) -> Result<SecretString, ClientChangeError> {
    let registration = app.registrar.find(&lease.client_id).await;
    let registration = registration.map_err(ClientChangeError::NotAsked)?;
    let registration = registration.ok_or(ClientChangeError::Absent)?;
    let client_id = &lease.client_id;
    let rotated = app
        .registrar
        .rotate_secret(client_id, registration, overlap_seconds);
    Ok(rotated.await?)
}

/// A change of the website's public client; an absent member stays unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PublicChange {
    pub(super) redirect_uris: Vec<String>,
    /// `None` for a new client means the roots of its redirect URIs.
    pub(super) post_logout_redirect_uris: Option<Vec<String>>,
    /// `None` means the type derived from the redirect URIs, unless an earlier change has set it.
    pub(super) application_type: Option<ApplicationType>,
    pub(super) device_grant: Option<bool>,
}

impl PublicChange {
    fn check(&self) -> Result<(), Problem> {
        let mut errors = Vec::new();
        if self.redirect_uris.is_empty() {
            let detail = "Must hold at least one address.";
            errors.push(FieldError::body("/redirect_uris", detail));
        }
        check_public_list("redirect_uris", &self.redirect_uris, &mut errors);
        let after_sign_out = self.post_logout_redirect_uris.as_deref();
        let after_sign_out = after_sign_out.unwrap_or_default();
        check_public_list("post_logout_redirect_uris", after_sign_out, &mut errors);
        if errors.is_empty() {
            Ok(())
        } else {
            Err(Problem::invalid(&errors))
        }
    }

    /// Returns the settings of the changed client: members of this change over the registered ones. A type that the owner
    /// `has_set` stays.
    fn settings(&self, before: Option<&Registration>, has_set: bool) -> PublicSettings {
        let after = self.redirect_uris.as_slice();
        let known = before.map(Registration::public_settings);
        let addresses = before.map(|before| before.addresses("redirect_uris"));
        let usual_type = match (&known, &addresses) {
            (Some(known), Some(_)) if has_set => known.application_type,
            (Some(known), Some(addresses)) => known.application_type.after_change(addresses, after),
            _ => ApplicationType::from_addresses(after),
        };
        let usual_device = known.as_ref().is_some_and(|known| known.device_grant);
        let usual_sign_out = || {
            known.map_or_else(
                || sign_out_addresses(after),
                |known| known.post_logout_redirect_uris,
            )
        };
        PublicSettings {
            post_logout_redirect_uris: self
                .post_logout_redirect_uris
                .clone()
                .unwrap_or_else(usual_sign_out),
            application_type: self.application_type.unwrap_or(usual_type),
            is_type_set: has_set || self.application_type.is_some(),
            device_grant: self.device_grant.unwrap_or(usual_device),
        }
    }
}

/// Registers the public client of a website, or replaces its settings. Stores its id before the request to the idp, so that
/// every client at the idp has a row that names it.
pub(super) async fn put_public(
    app: &App,
    actor: UserActor<'_>,
    website_id: &str,
    change: PublicChange,
) -> Result<PublicClient, Problem> {
    change.check()?;
    let website = find_own(app, actor.user_id, website_id).await?;
    let fresh = id::new("client", &app.clock, &app.random)?;
    let mut transaction = app.database.begin().await?;
    let client_id = store::name_public(&mut transaction.connection(), &website.id, &fresh).await?;
    transaction.commit().await?;
    let action = ClientAction {
        actor,
        website_id: &website.id,
        client_id: &client_id,
        action: Action::PublicClientSet,
    };
    let details = json!({
        "redirect_uris": change.redirect_uris,
        "post_logout_redirect_uris": change.post_logout_redirect_uris,
        "application_type": change.application_type,
        "device_grant": change.device_grant,
    });
    let (lease, until) = take_lease(app, &action, details).await?;
    let put = put(app, &action, &lease, change).await;
    let error = put.as_ref().err();
    let update = put.as_ref().map_or(RowUpdate::Nothing, RowUpdate::Public);
    finish(app, &action, until, error, update).await?;
    put.map_err(|error| {
        error.into_problem(
            &["redirect_uris"],
            "The client was not registered. Send the same request again.",
            "Whether the client was registered is not known. Send the same request again.",
        )
    })
}

/// Registers the public client with the branding and algorithm of the other one. A client that the operator disabled stays so.
async fn put(
    app: &App,
    action: &ClientAction<'_>,
    lease: &ClientLease,
    change: PublicChange,
) -> Result<PublicClient, ClientChangeError> {
    let client_id = action.client_id;
    let has_set = has_set_type(app, action.website_id).await;
    let has_set = has_set.map_err(ClientChangeError::NotAsked)?;
    let other = app.registrar.find(&lease.client_id).await;
    let other = other.map_err(ClientChangeError::NotAsked)?;
    let branding = other
        .as_ref()
        .map_or_else(Default::default, Registration::branding);
    let settings = other.map_or_else(Default::default, |other| other.settings());
    let before = app.registrar.find(client_id).await;
    let before = before.map_err(ClientChangeError::NotAsked)?;
    let is_on = before.as_ref().is_none_or(Registration::is_active);
    let client = PublicClient {
        client_id: client_id.to_owned(),
        settings: change.settings(before.as_ref(), has_set),
        redirect_uris: change.redirect_uris,
    };
    let registration = PublicRegistration {
        name: &lease.name,
        is_active: is_on && lease.status == "active",
        branding: &branding,
        id_token_algorithm: settings.id_token_signed_response_alg,
        redirect_uris: &client.redirect_uris,
        settings: &client.settings,
    };
    app.registrar.put_public(client_id, registration).await?;
    Ok(client)
}

/// Returns true if the owner has set the type of the website's public client.
async fn has_set_type(app: &App, website_id: &str) -> Result<bool, Failure> {
    let mut reader = app.database.reader().await?;
    let detail = store::detail(&mut reader.connection(), website_id).await?;
    let public = detail.and_then(|detail| detail.public_client);
    Ok(public.is_some_and(|public| public.settings.is_type_set))
}

/// Takes the lease on a website's clients, so that no other request changes them. Waits while another request has it: then a
/// button that was pressed twice has one result.
async fn take_lease(
    app: &App,
    action: &ClientAction<'_>,
    details: Value,
) -> Result<(ClientLease, Timestamp), Problem> {
    let mut pause = Duration::ZERO;
    for _ in 0..MAX_LEASE_ATTEMPTS {
        tokio::time::sleep(pause).await;
        if let Some(lease) = try_to_take_lease(app, action, &details).await? {
            return Ok(lease);
        }
        pause = (pause * 2).clamp(MIN_LEASE_PAUSE, MAX_LEASE_PAUSE);
    }
    let detail =
        "Another request changes the website's client. Wait some seconds, and send this one again.";
    Err(Problem::new(Kind::Conflict, detail).retry_after(5))
}

/// Takes the lease unless another request has it. Records the action in the audit log in the same transaction: the log then
/// has it even if the response of the idp is lost.
async fn try_to_take_lease(
    app: &App,
    action: &ClientAction<'_>,
    details: &Value,
) -> Result<Option<(ClientLease, Timestamp)>, Failure> {
    let now = app.clock.now();
    let until = now.plus(LEASE_DURATION);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let lease = store::take_lease(&mut db, action.website_id, false, now, until).await?;
    let Some(lease) = lease else {
        transaction.rollback().await?;
        return Ok(None);
    };
    action.record(app, &mut db, details.clone()).await?;
    transaction.commit().await?;
    Ok(Some((lease, until)))
}

/// Releases the lease, stores the public client, and records a failed or unknown outcome in the audit log. Then sends to
/// the idp the changes that other requests stored during the lease.
async fn finish(
    app: &App,
    action: &ClientAction<'_>,
    until: Timestamp,
    error: Option<&ClientChangeError>,
    update: RowUpdate<'_>,
) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    match update {
        RowUpdate::Nothing => {}
        RowUpdate::Public(client) => store::set_public(&mut db, action.website_id, client).await?,
        RowUpdate::SecretEnd(end) => store::set_secret_end(&mut db, action.website_id, end).await?,
    }
    store::release_lease(&mut db, action.website_id, until, app.clock.now()).await?;
    if let Some(error) = error {
        let details = json!({ "outcome": error.word() });
        action.record(app, &mut db, details).await?;
    }
    transaction.commit().await?;
    // The sweep retries a change that fails here.
    send_changes(app, action.website_id).await.map_or_else(
        |failure| foundation::http::log_failure(&failure),
        |_sent| (),
    );
    Ok(())
}

impl ClientAction<'_> {
    async fn record(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        details: Value,
    ) -> Result<(), Failure> {
        let event = Event {
            actor: self.actor.user_id,
            session: Some(self.actor.session),
            action: self.action,
            website_id: Some(self.website_id),
            subject: self.client_id,
            details,
        };
        audit::record(db, &event, &app.clock, &app.random).await
    }
}

impl ClientChangeError {
    /// Returns the outcome's word in the audit log.
    const fn word(&self) -> &'static str {
        match self {
            Self::Refused(_) | Self::Absent | Self::NotAsked(_) => "unchanged",
            Self::NoResponse(_) => "unknown",
        }
    }

    fn into_problem(self, members: &[&str], unchanged: &str, unknown: &str) -> Problem {
        let (failure, what) = match self {
            Self::Refused(refusal) => return Problem::invalid(&refusal.field_errors(members)),
            Self::Absent => return Problem::not_found("client"),
            Self::NotAsked(failure) => (failure, unchanged),
            Self::NoResponse(failure) => (failure, unknown),
        };
        foundation::http::log_failure(&failure);
        let detail = format!("The identity provider does not answer. {what}");
        Problem::new(Kind::Unavailable, detail).retry_after(5)
    }
}
