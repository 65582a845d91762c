//! Creating a client, or replacing one whole.

use foundation::{Failure, id};
use serde_json::json;

use crate::app::App;
use crate::audit::store::{Entry, insert};
use crate::clients::{Client, ClientMetadata, Registration, secret_digest, store};

/// What is put.
pub(super) struct Put<'a> {
    /// Who puts it.
    pub(super) actor: &'a str,
    /// `client_id`.
    pub(super) client_id: String,
    /// What is registered.
    pub(super) metadata: ClientMetadata,
    /// Whether a client that has a secret gets another one.
    pub(super) rotate_secret: bool,
}

/// What came of it.
pub(super) enum PutOutcome {
    /// The client, with its secret if one was just made; it is told this once.
    Done {
        client: Box<Client>,
        secret: Option<String>,
        is_new: bool,
    },
    /// Everything that is wrong with it.
    Wrong(Vec<String>),
}

/// Puts a client. A secret is made for a new client that needs one, for one that needs one now, and when it is
/// asked for; else the old one stays. Whether a client is first-party is decided by the bootstrap file alone.
pub(super) async fn put_client(app: &App, put: Put<'_>) -> Result<PutOutcome, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let before = store::find(&mut db, &put.client_id).await?;
    let old_digest = before
        .as_ref()
        .and_then(|client| client.secret_digest.clone());
    let fresh = if old_digest.is_none() || put.rotate_secret {
        Some(app.random.token()?)
    } else {
        None
    };
    let registration = Registration {
        id: put.client_id,
        secret_digest: fresh.as_deref().map(secret_digest).or(old_digest),
        first_party: before.as_ref().is_some_and(|client| client.first_party),
        now,
    };
    let mut client = match put.metadata.into_client(registration) {
        Ok(client) => client,
        Err(problems) => return Ok(PutOutcome::Wrong(problems)),
    };
    let is_new = before.is_none();
    if let Some(before) = before {
        client.created_at = before.created_at;
    }
    let secret = fresh.filter(|_| !client.is_public());
    store::put(&mut db, &client).await?;
    let entry = Entry {
        id: id::new("aud", &app.clock, &app.random)?,
        at: now,
        actor: put.actor,
        action: "client.put",
        subject: &client.id,
        details: json!({ "new": is_new, "new_secret": secret.is_some() }).to_string(),
    };
    insert(&mut db, &entry).await?;
    transaction.commit().await?;
    app.clients.forget(&client.id).await;
    Ok(PutOutcome::Done {
        client: client.into(),
        secret,
        is_new,
    })
}
