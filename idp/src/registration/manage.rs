//! A client looks at its own registration, replaces it, or ends it (RFC 7592 section 2).

use foundation::secret::equal;
use foundation::{Connection, Failure};
use serde_json::{Map, Value, json};

use super::initial_token::registration_digest;
use super::register::{Registered, Stop, judge};
use super::sector::check_sector;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::clients::{
    self, Client, ClientMetadata, RegisteredBy, Registration, RemoteLogo, fetch_logo, is_id,
};
use crate::grants;
use crate::limits::Tried;
use crate::network::Network;

/// What an update must not hold (RFC 7592 section 2.2).
const NOT_SAID: [&str; 4] = [
    "client_id_issued_at",
    "client_secret_expires_at",
    "registration_access_token",
    "registration_client_uri",
];

/// A client that presents the token of its registration.
#[derive(Clone, Copy)]
pub(super) struct Holder<'a> {
    pub(super) client_id: &'a str,
    pub(super) token: &'a str,
    pub(super) network: Network,
}

impl Holder<'_> {
    /// Whether its token is the one of this client's registration.
    fn has(self, client: &Client) -> bool {
        let kept = client.registration_token_digest.as_deref();
        client.is_active
            && client.registered_by == RegisteredBy::Dynamic
            && kept.is_some_and(|kept| equal(kept, &registration_digest(self.token)))
    }
}

/// What is registered.
pub(super) async fn look(app: &App, holder: Holder<'_>) -> Result<Registered, Stop> {
    Ok(told(admitted(app, holder).await?, None, holder))
}

/// Replaces all of it. The one row is held from the look at what was there to the commit, so that what the operator
/// decides meanwhile stays decided.
pub(super) async fn replace(
    app: &App,
    holder: Holder<'_>,
    mut said: Map<String, Value>,
) -> Result<Registered, Stop> {
    let before = admitted(app, holder).await?;
    let remote_logo = RemoteLogo::take_from(&mut said);
    let secret = app.random.token()?;
    let first = draft(app, &before, said.clone(), &secret)?;
    // Nothing is asked of others while a row is held; what they are asked about comes from this request alone.
    check_sector(app, holder.network, &first).await?;
    let logo = fetch_logo(app, Some(holder.network), remote_logo).await;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let before = hold(&mut db, holder).await?;
    let mut client = draft(app, &before, said, &secret)?;
    logo.give_to(&mut client);
    clients::store::put(&mut db, &client).await?;
    let is_new_secret = client.secret_digest.is_some() && before.secret_digest.is_none();
    let mut details = json!({ "new": false, "new_secret": is_new_secret });
    logo.note_in(&mut details);
    write_down(app, &mut db, holder, (Action::ClientPut, details)).await?;
    transaction.commit().await?;
    app.clients.forget(&client.id).await;
    Ok(told(client, is_new_secret.then_some(secret), holder))
}

/// Ends it, with all that the client was granted. The row is held as above.
pub(super) async fn remove(app: &App, holder: Holder<'_>) -> Result<(), Stop> {
    admitted(app, holder).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    hold(&mut db, holder).await?;
    // The list of ended grants keeps them when the client is gone.
    grants::store::revoke_of_client(&mut db, holder.client_id, app.clock.now()).await?;
    clients::store::delete(&mut db, holder.client_id).await?;
    write_down(app, &mut db, holder, (Action::ClientDeleted, json!({}))).await?;
    transaction.commit().await?;
    app.clients.forget(holder.client_id).await;
    Ok(())
}

/// The client whose token this is, unless its network tried too many that opened nothing.
async fn admitted(app: &App, holder: Holder<'_>) -> Result<Client, Stop> {
    let digest = registration_digest(holder.token);
    let tried = Tried {
        network: holder.network,
        subject: holder.client_id,
        digest: &digest,
    };
    if app.registration_tries.is_closed(&tried, app.clock.now()) {
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

/// The client whose token this is. Everybody else learns nothing, not even whether there is such a client.
async fn find(db: &mut Connection<'_>, holder: Holder<'_>) -> Result<Client, Stop> {
    if !is_id(holder.client_id) {
        return Err(Stop::Token);
    }
    let found = clients::store::find(db, holder.client_id).await?;
    found.filter(|client| holder.has(client)).ok_or(Stop::Token)
}

/// The same client, held until the commit.
async fn hold(db: &mut Connection<'_>, holder: Holder<'_>) -> Result<Client, Stop> {
    let held = clients::store::hold(db, holder.client_id).await?;
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
        ClientMetadata::of_own_word(said, &ceiling, Some(before)).map_err(Stop::Metadata)?;
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
    let event = Event {
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
