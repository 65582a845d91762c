//! Replaces the key of a connection by one of the same account and mode.

use foundation::secret::{ExposeSecret, SecretString};
use foundation::{Failure, Timestamp};
use serde_json::json;

use super::apply_event::{ConnectionActor, apply_event};
use super::connect::{ConnectedAccount, ConnectionWarning};
use super::connection::{KEY_PURPOSE, StripeConnection};
use super::connection_state::{ConnectionEvent, ConnectionState};
use super::inspect_key::{KeyInspection, KeyRefusal, inspect_key};
use super::key::{self, UnfitKey, check_key};
use super::list::{find_own, find_visible, not_found};
use super::open_account::open_key;
use super::store::{connections, keys};
use crate::app::App;
use crate::audit::Action;
use crate::billing::stripe::Priority;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Checks a new key, which then takes over. It waits if Stripe does not answer.
pub(super) async fn replace_key(
    app: &App,
    access: &SiteAccess,
    id: &str,
    key: &SecretString,
) -> Result<ConnectedAccount, Problem> {
    let connection = find_own(app, access, id).await?;
    if connection.state == ConnectionState::Disconnected {
        return Err(not_found());
    }
    let checked = check_key(key.expose_secret(), connection.mode).map_err(refusal_of)?;
    let sealed = app.sealer.seal(KEY_PURPOSE, checked.key)?;
    set_next_key(app, id, &sealed).await?;
    let next = NextKey {
        connection: &connection,
        sealed: &sealed,
        priority: Priority::Buyer,
        actor: ConnectionActor::Owner(access),
    };
    let permissions = match next.take_over(app).await {
        Ok(inspected) => inspected.permissions,
        Err(KeyRefusal::Stripe(error)) if error.is_retryable() => Vec::new(),
        Err(refusal) => {
            next.forget(app).await?;
            return Err(refusal.into());
        }
    };
    let warnings = checked
        .is_too_powerful
        .then_some(ConnectionWarning::TooPowerful);
    Ok(ConnectedAccount {
        visible: find_visible(app, access, id).await?,
        permissions,
        warnings: warnings.into_iter().collect(),
    })
}

/// A key of the other mode belongs to another account, as far as a connection is concerned.
fn refusal_of(unfit: UnfitKey) -> KeyRefusal {
    if unfit == UnfitKey::WrongMode {
        return KeyRefusal::OtherAccount;
    }
    KeyRefusal::Unfit(unfit)
}

async fn set_next_key(app: &App, id: &str, sealed: &str) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    keys::set_next_key(&mut transaction.connection(), id, sealed, now).await?;
    transaction.commit().await
}

/// A key that waits for its check.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextKey<'a> {
    /// The connection.
    pub(super) connection: &'a StripeConnection,
    /// The key, sealed.
    pub(super) sealed: &'a str,
    /// The priority of the calls.
    pub(super) priority: Priority,
    /// The actor.
    pub(super) actor: ConnectionActor<'a>,
}

impl NextKey<'_> {
    /// Checks the key and lets it take over.
    pub(super) async fn take_over(&self, app: &App) -> Result<KeyInspection, KeyRefusal> {
        let connection = self.connection;
        let key = open_key(app, self.sealed)?;
        let hint = key::hint(key.expose_secret());
        let account = app
            .stripe
            .account(&connection.id, key, connection.mode, self.priority);
        let inspected = match inspect_key(&account, connection.mode).await {
            Err(KeyRefusal::Unfit(unfit)) => return Err(refusal_of(unfit)),
            inspected => inspected?,
        };
        if inspected.facts.id != connection.account_id {
            return Err(KeyRefusal::OtherAccount);
        }
        let inspected = inspected.require_all()?;
        self.store(app, &hint, app.clock.now()).await?;
        Ok(inspected)
    }

    /// Makes the key the current one, unless another one waits by now.
    async fn store(&self, app: &App, hint: &str, now: Timestamp) -> Result<(), Failure> {
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        let connection = connections::lock(&mut db, &self.connection.id).await?;
        let waiting = connection
            .filter(|connection| connection.sealed_next_key.as_deref() == Some(self.sealed));
        let Some(connection) = waiting else {
            return Ok(());
        };
        keys::set_key(&mut db, &connection.id, self.sealed, hint, now).await?;
        let event = ConnectionEvent::CheckPassed;
        apply_event(app, &mut db, &connection, &event, self.actor).await?;
        let details = json!({ "mode": connection.mode.word(), "key": hint });
        let entry = Action::StripeKeyReplaced.on(&connection.id, details);
        self.actor.record(app, &mut db, entry).await?;
        transaction.commit().await
    }

    /// Removes the key, unless another one waits by now.
    pub(super) async fn forget(&self, app: &App) -> Result<(), Failure> {
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        let id = &self.connection.id;
        keys::forget_next_key(&mut db, id, self.sealed, app.clock.now()).await?;
        transaction.commit().await
    }
}
