//! Registration of a client with an initial access token (RFC 7591 section 3.1).

use std::time::Duration;

use foundation::{Failure, Timestamp, id};
use serde_json::{Map, Value, json};

use super::initial_token::{initial_digest, registration_digest};
use super::sector::check_sector;
use super::store;
use crate::app::App;
use crate::http::network::Network;
use crate::limits::{SecretAttempt, SecretOutcome};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::clients::{
    self, Client, ClientMetadata, RegisteredBy, Registration, RemoteLogo, Scope, fetch_logo,
};

/// Subject under which wrong initial access tokens are counted; no client has this id.
const ENDPOINT: &str = " ";

/// Reason that a registration was not created, read or changed.
#[derive(Debug)]
pub(super) enum RegistrationError {
    /// The token is invalid.
    InvalidToken,
    /// The network has sent too many wrong tokens; this one was not checked.
    TooManyWrongTokens,
    /// The network, or the host in the request, has reached the limit of outgoing requests for this time.
    Limited(Duration),
    /// All problems of the metadata.
    InvalidMetadata(Vec<String>),
    /// An internal error.
    Failed(Failure),
}

impl From<Failure> for RegistrationError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// A registration, with its credentials.
pub(super) struct ClientRegistration {
    pub(super) client: Client,
    /// The secret, only in the response that creates it.
    pub(super) secret: Option<String>,
    /// The registration access token (RFC 7592 section 3).
    pub(super) token: String,
}

/// Registers a client, and counts one use of the token in the same transaction.
pub(super) async fn register(
    app: &App,
    token: &str,
    mut members: Map<String, Value>,
    network: Network,
) -> Result<ClientRegistration, RegistrationError> {
    let (digest, now) = (initial_digest(token), app.clock.now());
    let tried = SecretAttempt {
        network,
        subject: ENDPOINT,
        digest: &digest,
    };
    let ceiling = allowed_scopes(app, &tried, now).await?;
    let remote_logo = RemoteLogo::take_from(&mut members);
    let metadata = ClientMetadata::from_members(members, &ceiling, None)
        .map_err(RegistrationError::InvalidMetadata)?;
    let (secret, own_token) = (app.random.token()?, app.random.token()?);
    let registration = Registration {
        id: id::new("cli", &app.clock, &app.random)?,
        secret_digest: Some(clients::secret_digest(&secret)),
        registered_by: RegisteredBy::Dynamic,
        first_party: false,
        token_digest: Some(registration_digest(&own_token)),
        allowed: app.config.outbound.allowed.clone(),
        issuer: app.config.base.issuer.clone(),
        now,
    };
    let mut client = metadata
        .into_client(registration)
        .map_err(RegistrationError::InvalidMetadata)?;
    // Counts the registration as a use, so that the sweep deletes a client that is never used.
    client.last_used_at = Some(now);
    check_sector(app, network, &client).await?;
    let logo = fetch_logo(app, Some(network), remote_logo).await;
    logo.add_to(&mut client);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some((token_id, _)) = store::use_once(&mut db, &digest, now).await? else {
        transaction.rollback().await?;
        return Err(RegistrationError::InvalidToken);
    };
    if !clients::store::insert(&mut db, &client).await? {
        return Err(Failure::defect("a fresh client id is taken").into());
    }
    let mut details = json!({ "new": true, "initial_token": token_id });
    logo.add_to_details(&mut details);
    let event = AuditEvent {
        actor: &client.id,
        action: Action::ClientPut,
        subject: &client.id,
        network: Some(network.to_string()),
        client_id: Some(&client.id),
        details,
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    Ok(ClientRegistration {
        secret: client.secret_digest.is_some().then_some(secret),
        client,
        token: own_token,
    })
}

/// Returns the scopes that a token's clients may have. An invalid token is refused before any other check.
async fn allowed_scopes(
    app: &App,
    tried: &SecretAttempt<'_>,
    now: Timestamp,
) -> Result<Scope, RegistrationError> {
    if app.registration_failures.is_blocked(tried, now) {
        return Err(RegistrationError::TooManyWrongTokens);
    }
    let mut reader = app.database.reader().await?;
    let usable = store::find_usable(&mut reader.connection(), tried.digest, now).await?;
    count_wrong_token(app, tried, usable.is_some())?;
    let (_, words) = usable.ok_or(RegistrationError::InvalidToken)?;
    Ok(Scope::parse(&words).unwrap_or_default())
}

/// Counts a wrong token of a network. The count limits concurrent lookups as well: beyond the limit their results are
/// not returned.
pub(super) fn count_wrong_token(
    app: &App,
    tried: &SecretAttempt<'_>,
    is_right: bool,
) -> Result<(), RegistrationError> {
    let now = app.clock.now();
    match app.registration_failures.check(tried, now, || is_right) {
        SecretOutcome::Right => Ok(()),
        SecretOutcome::Wrong => Err(RegistrationError::InvalidToken),
        SecretOutcome::Blocked => Err(RegistrationError::TooManyWrongTokens),
    }
}
