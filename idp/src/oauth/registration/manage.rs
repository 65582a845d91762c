//! Management of a registration by its client: read, replace, delete (RFC 7592 section 2).

use foundation::secret::equal;
use foundation::{Connection, Failure};
use serde_json::{Map, Value, json};

use super::initial_token::registration_digest;
use super::register::{ClientRegistration, RegistrationError, count_wrong_token};
use super::sector::check_sector;
use crate::app::App;
use crate::http::network::Network;
use crate::limits::SecretAttempt;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::clients::{
    self, Client, ClientMetadata, RegisteredBy, Registration, RemoteLogo, fetch_logo, is_id,
};
use crate::protocol::grants;

/// Members that an update must not contain (RFC 7592 section 2.2).
const READ_ONLY_MEMBERS: [&str; 4] = [
    "client_id_issued_at",
    "client_secret_expires_at",
    "registration_access_token",
    "registration_client_uri",
];

/// A client with a registration access token.
#[derive(Clone, Copy)]
pub(super) struct RegistrationCredentials<'a> {
    pub(super) client_id: &'a str,
    pub(super) token: &'a str,
    pub(super) network: Network,
}

impl RegistrationCredentials<'_> {
    /// Returns true if the token is that of the client's registration.
    fn has(self, client: &Client) -> bool {
        let stored = client.registration_token_digest.as_deref();
        client.is_active
            && client.registered_by == RegisteredBy::Dynamic
            && stored.is_some_and(|stored| equal(stored, &registration_digest(self.token)))
    }
}

/// Returns the registration.
pub(super) async fn read(
    app: &App,
    credentials: RegistrationCredentials<'_>,
) -> Result<ClientRegistration, RegistrationError> {
    Ok(registration_of(
        authenticate(app, credentials).await?,
        None,
        credentials,
    ))
}

/// Replaces the registration. The row is locked from its read to the commit, so that a concurrent decision of the
/// operator is not undone.
pub(super) async fn replace(
    app: &App,
    credentials: RegistrationCredentials<'_>,
    mut members: Map<String, Value>,
) -> Result<ClientRegistration, RegistrationError> {
    let before = authenticate(app, credentials).await?;
    let remote_logo = RemoteLogo::take_from(&mut members);
    let secret = app.random.token()?;
    let first = updated_client(app, &before, members.clone(), &secret)?;
    // Fetches before the lock is taken; the fetched URLs depend only on this request.
    check_sector(app, credentials.network, &first).await?;
    let logo = fetch_logo(app, Some(credentials.network), remote_logo).await;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let before = lock(&mut db, credentials).await?;
    let mut client = updated_client(app, &before, members, &secret)?;
    logo.add_to(&mut client);
    clients::store::put(&mut db, &client).await?;
    let is_new_secret = client.secret_digest.is_some() && before.secret_digest.is_none();
    let mut details = json!({ "new": false, "new_secret": is_new_secret });
    logo.add_to_details(&mut details);
    record(app, &mut db, credentials, Action::ClientPut, details).await?;
    transaction.commit().await?;
    app.clients.forget(&client.id).await;
    Ok(registration_of(
        client,
        is_new_secret.then_some(secret),
        credentials,
    ))
}

/// Deletes the registration, and revokes the client's grants; the row is locked until the commit.
pub(super) async fn remove(
    app: &App,
    credentials: RegistrationCredentials<'_>,
) -> Result<(), RegistrationError> {
    authenticate(app, credentials).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let held = clients::store::lock_for_deletion(&mut db, credentials.client_id).await?;
    held.filter(|client| credentials.has(client))
        .ok_or(RegistrationError::InvalidToken)?;
    // The list of ended grants keeps these grants after the client's deletion.
    grants::store::revoke_of_client(&mut db, credentials.client_id, app.clock.now()).await?;
    clients::store::delete(&mut db, credentials.client_id).await?;
    record(app, &mut db, credentials, Action::ClientDeleted, json!({})).await?;
    transaction.commit().await?;
    app.clients.forget(credentials.client_id).await;
    Ok(())
}

/// Returns the client of the token, unless its network has sent too many wrong tokens.
async fn authenticate(
    app: &App,
    credentials: RegistrationCredentials<'_>,
) -> Result<Client, RegistrationError> {
    let digest = registration_digest(credentials.token);
    let tried = SecretAttempt {
        network: credentials.network,
        subject: credentials.client_id,
        digest: &digest,
    };
    if app
        .registration_failures
        .is_blocked(&tried, app.clock.now())
    {
        return Err(RegistrationError::TooManyWrongTokens);
    }
    let mut reader = app.database.reader().await?;
    let found = find(&mut reader.connection(), credentials).await;
    if let Err(RegistrationError::Failed(failure)) = found {
        return Err(RegistrationError::Failed(failure));
    }
    count_wrong_token(app, &tried, found.is_ok())?;
    found
}

/// Returns the client of the token. A wrong token and an unknown client get the same error.
async fn find(
    db: &mut Connection<'_>,
    credentials: RegistrationCredentials<'_>,
) -> Result<Client, RegistrationError> {
    if !is_id(credentials.client_id) {
        return Err(RegistrationError::InvalidToken);
    }
    let found = clients::store::find(db, credentials.client_id).await?;
    found
        .filter(|client| credentials.has(client))
        .ok_or(RegistrationError::InvalidToken)
}

/// Locks the client until the commit and returns it, if the token is its own.
async fn lock(
    db: &mut Connection<'_>,
    credentials: RegistrationCredentials<'_>,
) -> Result<Client, RegistrationError> {
    let held = clients::store::lock(db, credentials.client_id).await?;
    held.filter(|client| credentials.has(client))
        .ok_or(RegistrationError::InvalidToken)
}

fn updated_client(
    app: &App,
    before: &Client,
    mut members: Map<String, Value>,
    secret: &str,
) -> Result<Client, RegistrationError> {
    let mut problems = Vec::new();
    if members.remove("client_id").as_ref().and_then(Value::as_str) != Some(before.id.as_str()) {
        problems.push("client_id is missing, or not the one of this registration".to_owned());
    }
    for name in READ_ONLY_MEMBERS {
        if members.remove(name).is_some() {
            problems.push(format!("{name} is ours to say; leave it out"));
        }
    }
    let knows = |value: Value| {
        value.as_str().is_some_and(|secret| {
            before.has_secret(&clients::secret_digest(secret), app.clock.now())
        })
    };
    if members
        .remove("client_secret")
        .is_some_and(|value| !knows(value))
    {
        problems.push("client_secret is not the one of this client; nobody picks one".to_owned());
    }
    if !problems.is_empty() {
        return Err(RegistrationError::InvalidMetadata(problems));
    }
    let ceiling = before.scope.clone();
    let metadata = ClientMetadata::from_members(members, &ceiling, Some(before))
        .map_err(RegistrationError::InvalidMetadata)?;
    let stored = before.secret_digest.clone();
    let registration = Registration {
        id: before.id.clone(),
        secret_digest: stored.or_else(|| Some(clients::secret_digest(secret))),
        registered_by: before.registered_by,
        first_party: before.first_party,
        token_digest: before.registration_token_digest.clone(),
        allowed: app.config.outbound.allowed.clone(),
        issuer: app.config.base.issuer.clone(),
        now: app.clock.now(),
    };
    let client = metadata
        .into_client(registration)
        .map_err(RegistrationError::InvalidMetadata)?;
    Ok(Client {
        created_at: before.created_at,
        last_used_at: before.last_used_at,
        previous_secrets: before.previous_secrets.clone(),
        ..client
    })
}

async fn record(
    app: &App,
    db: &mut Connection<'_>,
    credentials: RegistrationCredentials<'_>,
    action: Action,
    details: Value,
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor: credentials.client_id,
        action,
        subject: credentials.client_id,
        network: Some(credentials.network.to_string()),
        client_id: Some(credentials.client_id),
        details,
    };
    audit::record(app, db, event).await
}

fn registration_of(
    client: Client,
    secret: Option<String>,
    credentials: RegistrationCredentials<'_>,
) -> ClientRegistration {
    ClientRegistration {
        client,
        secret,
        token: credentials.token.to_owned(),
    }
}
