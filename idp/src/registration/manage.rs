//! Management of a registration by its client: read, replace, delete (RFC 7592 section 2).

use foundation::secret::equal;
use foundation::{Connection, Failure};
use serde_json::{Map, Value, json};

use super::initial_token::registration_digest;
use super::register::{Registered, Stop, judge};
use super::sector::check_sector;
use crate::app::App;
use crate::audit::{self, Action, AuditEvent};
use crate::clients::{
    self, Client, ClientMetadata, RegisteredBy, Registration, RemoteLogo, fetch_logo, is_id,
};
use crate::grants;
use crate::limits::SecretAttempt;
use crate::network::Network;

/// Members that an update must not contain (RFC 7592 section 2.2).
const NOT_SAID: [&str; 4] = [
    "client_id_issued_at",
    "client_secret_expires_at",
    "registration_access_token",
    "registration_client_uri",
];

/// A client with a registration access token.
#[derive(Clone, Copy)]
pub(super) struct Holder<'a> {
    pub(super) client_id: &'a str,
    pub(super) token: &'a str,
    pub(super) network: Network,
}

impl Holder<'_> {
    /// Returns true if the token is that of the client's registration.
    fn has(self, client: &Client) -> bool {
        let kept = client.registration_token_digest.as_deref();
        client.is_active
            && client.registered_by == RegisteredBy::Dynamic
            && kept.is_some_and(|kept| equal(kept, &registration_digest(self.token)))
    }
}

/// Returns the registration.
pub(super) async fn look(app: &App, holder: Holder<'_>) -> Result<Registered, Stop> {
    Ok(told(admitted(app, holder).await?, None, holder))
}

/// Replaces the registration. The row is locked from its read to the commit, so that a concurrent decision of the
/// operator is not undone.
pub(super) async fn replace(
    app: &App,
    holder: Holder<'_>,
    mut said: Map<String, Value>,
) -> Result<Registered, Stop> {
    let before = admitted(app, holder).await?;
    let remote_logo = RemoteLogo::take_from(&mut said);
    let secret = app.random.token()?;
    let first = draft(app, &before, said.clone(), &secret)?;
    // Fetches before the lock is taken; the fetched URLs depend only on this request.
    check_sector(app, holder.network, &first).await?;
    let logo = fetch_logo(app, Some(holder.network), remote_logo).await;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let before = hold(&mut db, holder).await?;
    let mut client = draft(app, &before, said, &secret)?;
    logo.add_to(&mut client);
    clients::store::put(&mut db, &client).await?;
    let is_new_secret = client.secret_digest.is_some() && before.secret_digest.is_none();
    let mut details = json!({ "new": false, "new_secret": is_new_secret });
    logo.add_to_details(&mut details);
    write_down(app, &mut db, holder, (Action::ClientPut, details)).await?;
    transaction.commit().await?;
    app.clients.forget(&client.id).await;
    Ok(told(client, is_new_secret.then_some(secret), holder))
}

/// Deletes the registration, and revokes the client's grants; the row is locked until the commit.
pub(super) async fn remove(app: &App, holder: Holder<'_>) -> Result<(), Stop> {
    admitted(app, holder).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let held = clients::store::lock_for_deletion(&mut db, holder.client_id).await?;
    held.filter(|client| holder.has(client))
        .ok_or(Stop::Token)?;
    // The list of ended grants keeps these grants after the client's deletion.
    grants::store::revoke_of_client(&mut db, holder.client_id, app.clock.now()).await?;
    clients::store::delete(&mut db, holder.client_id).await?;
    write_down(app, &mut db, holder, (Action::ClientDeleted, json!({}))).await?;
    transaction.commit().await?;
    app.clients.forget(holder.client_id).await;
    Ok(())
}

/// Returns the client of the token, unless its network has sent too many wrong tokens.
async fn admitted(app: &App, holder: Holder<'_>) -> Result<Client, Stop> {
    let digest = registration_digest(holder.token);
    let tried = SecretAttempt {
        network: holder.network,
        subject: holder.client_id,
        digest: &digest,
    };
    if app
        .registration_failures
        .is_blocked(&tried, app.clock.now())
    {
        return Err(Stop::Closed);
    }
    let mut reader = app.database.reader().await?;
    let found = find(&mut reader.connection(), holder).await;
    if let Err(Stop::Failed(failure)) = found {
        return Err(Stop::Failed(failure));
    }
    judge(app, &tried, found.is_ok())?;
    found
}

/// Returns the client of the token. A wrong token and an unknown client get the same error.
async fn find(db: &mut Connection<'_>, holder: Holder<'_>) -> Result<Client, Stop> {
    if !is_id(holder.client_id) {
        return Err(Stop::Token);
    }
    let found = clients::store::find(db, holder.client_id).await?;
    found.filter(|client| holder.has(client)).ok_or(Stop::Token)
}

/// Locks the client until the commit and returns it, if the token is its own.
async fn hold(db: &mut Connection<'_>, holder: Holder<'_>) -> Result<Client, Stop> {
    let held = clients::store::lock(db, holder.client_id).await?;
    held.filter(|client| holder.has(client)).ok_or(Stop::Token)
}

fn draft(
    app: &App,
    before: &Client,
    mut said: Map<String, Value>,
    secret: &str,
) -> Result<Client, Stop> {
    let mut problems = Vec::new();
    if said.remove("client_id").as_ref().and_then(Value::as_str) != Some(before.id.as_str()) {
        problems.push("client_id is missing, or not the one of this registration".to_owned());
    }
    for name in NOT_SAID {
        if said.remove(name).is_some() {
            problems.push(format!("{name} is ours to say; leave it out"));
        }
    }
    let knows = |value: Value| {
        value.as_str().is_some_and(|secret| {
            before.has_secret(&clients::secret_digest(secret), app.clock.now())
        })
    };
    if said
        .remove("client_secret")
        .is_some_and(|value| !knows(value))
    {
        problems.push("client_secret is not the one of this client; nobody picks one".to_owned());
    }
    if !problems.is_empty() {
        return Err(Stop::Metadata(problems));
    }
    let ceiling = before.scope.clone();
    let metadata =
        ClientMetadata::from_members(said, &ceiling, Some(before)).map_err(Stop::Metadata)?;
    let kept = before.secret_digest.clone();
    let registration = Registration {
        id: before.id.clone(),
        secret_digest: kept.or_else(|| Some(clients::secret_digest(secret))),
        registered_by: before.registered_by,
        first_party: before.first_party,
        token_digest: before.registration_token_digest.clone(),
        allowed: app.config.outbound.allowed.clone(),
        issuer: app.config.base.issuer.clone(),
        now: app.clock.now(),
    };
    let client = metadata.into_client(registration).map_err(Stop::Metadata)?;
    Ok(Client {
        created_at: before.created_at,
        last_used_at: before.last_used_at,
        previous_secrets: before.previous_secrets.clone(),
        ..client
    })
}

async fn write_down(
    app: &App,
    db: &mut Connection<'_>,
    holder: Holder<'_>,
    (action, details): (Action, Value),
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor: holder.client_id,
        action,
        subject: holder.client_id,
        network: Some(holder.network.to_string()),
        client_id: Some(holder.client_id),
        details,
    };
    audit::record(app, db, event).await
}

fn told(client: Client, secret: Option<String>, holder: Holder<'_>) -> Registered {
    Registered {
        client,
        secret,
        token: holder.token.to_owned(),
    }
}
