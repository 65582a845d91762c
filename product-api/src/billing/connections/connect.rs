//! Connects a Stripe account: checks the key, makes an endpoint, and links the book of a website.

use foundation::secret::{ExposeSecret, SecretString};
use foundation::{Connection, Failure, id};
use serde_json::json;

use super::account_calls::{AccountFacts, NewEndpoint};
use super::apply_event::{ConnectionActor, apply_event};
use super::connection::{ConnectionOwner, Delivery, KEY_PURPOSE, StripeConnection};
use super::connection_state::{ConnectionEvent, ConnectionState};
use super::find::is_same_owner;
use super::inspect_key::{KeyInspection, KeyRefusal, inspect_key, provider_problem};
use super::key::{self, check_key};
use super::link::link_book;
use super::list::{VisibleConnection, find_visible};
use super::make_endpoint::{
    MAX_SETUP_TIME, ReplacedEndpoint, can_receive, create_endpoint, delete_stray, delete_strays,
    store_endpoint,
};
use super::permission::{CheckedPermission, WEBHOOK_ENDPOINTS, has};
use super::store::{checks, connections, keys};
use crate::app::App;
use crate::audit::Action;
use crate::billing::stripe::{Priority, StripeAccount, StripeError};
use crate::caller::{Mode, SiteScope};
use crate::credits;
use crate::problem::{Kind, Problem};
use crate::websites::{Actor, SiteAccess};

/// An account to connect.
pub(super) struct ConnectRequest {
    /// The mode of the key and of the book.
    pub(super) mode: Mode,
    /// The key.
    pub(super) api_key: SecretString,
    /// The wanted way of events.
    pub(super) delivery: Delivery,
}

/// A fact that an owner should know about a connection that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConnectionWarning {
    /// The key may do everything in the account.
    TooPowerful,
    /// Stripe takes no other endpoint.
    EndpointRefused,
}

impl ConnectionWarning {
    /// Returns the word in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::TooPowerful => "too-powerful",
            Self::EndpointRefused => "endpoint-refused",
        }
    }
}

/// A connection after a check of its key.
pub(super) struct ConnectedAccount {
    /// The connection.
    pub(super) visible: VisibleConnection,
    /// The permissions, each with its result.
    pub(super) permissions: Vec<CheckedPermission>,
    /// Facts that the owner should know.
    pub(super) warnings: Vec<ConnectionWarning>,
}

/// A checked request to connect an account, and its actor.
#[derive(Clone, Debug)]
pub(super) struct NewConnection<'a> {
    /// The id, if the account is not connected yet.
    pub(super) id: String,
    /// The owner.
    pub(super) owner: ConnectionOwner,
    /// The website that sells through it, in the mode of the key.
    pub(super) site: SiteScope<'a>,
    /// The key.
    pub(super) key: &'a str,
    /// The wanted way of events.
    pub(super) delivery: Delivery,
    /// The actor.
    pub(super) actor: ConnectionActor<'a>,
}

/// A connection that was made or found, by its id.
pub(super) struct EstablishedConnection {
    pub(super) id: String,
    pub(super) permissions: Vec<CheckedPermission>,
    pub(super) is_endpoint_refused: bool,
}

/// Connects an account for the website of an owner.
pub(super) async fn connect(
    app: &App,
    access: &SiteAccess,
    request: ConnectRequest,
) -> Result<ConnectedAccount, Problem> {
    let checked = check_key(request.api_key.expose_secret(), request.mode);
    let checked = checked.map_err(KeyRefusal::Unfit)?;
    let new = NewConnection {
        id: id::new("scn", &app.clock, &app.random)?,
        owner: owner_of(access)?,
        site: SiteScope {
            website_id: &access.website_id,
            mode: request.mode,
        },
        key: checked.key,
        delivery: request.delivery,
        actor: ConnectionActor::Owner(access),
    };
    let established = {
        let key = SecretString::from(new.key);
        let account = app
            .stripe
            .account(&new.id, key, request.mode, Priority::Buyer);
        let inspected = inspect_key(&account, request.mode).await?;
        establish(app, &new, &account, inspected.require_all()?).await?
    };
    let mut warnings = Vec::new();
    if checked.is_too_powerful {
        warnings.push(ConnectionWarning::TooPowerful);
    }
    if established.is_endpoint_refused {
        warnings.push(ConnectionWarning::EndpointRefused);
    }
    // The book that was linked has the mode of the key; the header of the request may name the other one.
    let of_mode = SiteAccess {
        mode: request.mode,
        ..access.clone()
    };
    Ok(ConnectedAccount {
        visible: find_visible(app, &of_mode, &established.id).await?,
        permissions: established.permissions,
        warnings,
    })
}

/// Returns the owner of what the caller connects.
fn owner_of(access: &SiteAccess) -> Result<ConnectionOwner, Failure> {
    match &access.actor {
        Actor::Owner(_) if access.is_platform() => Ok(ConnectionOwner::Platform),
        Actor::Owner(user_id) => Ok(ConnectionOwner::User(user_id.clone())),
        Actor::Key(_) => Err(Failure::defect("an API key connects an account")),
    }
}

/// Connects an account whose key was inspected, or links the website to the owner's connection of the account.
pub(super) async fn establish(
    app: &App,
    new: &NewConnection<'_>,
    account: &StripeAccount<'_>,
    inspected: KeyInspection,
) -> Result<EstablishedConnection, Problem> {
    let book_id = credits::open_site_book(app, new.site).await?;
    let connection = connection_of(app, new, &inspected.facts)?;
    if let Some(existing) = reserve(app, &connection).await? {
        adopt(app, new, &existing, book_id).await?;
        return Ok(EstablishedConnection {
            id: existing.id,
            permissions: inspected.permissions,
            is_endpoint_refused: false,
        });
    }
    let is_wanted = new.delivery == Delivery::Webhook
        && can_receive(app, new.site.mode)
        && has(&inspected.permissions, WEBHOOK_ENDPOINTS);
    let made = if is_wanted {
        make(app, account, &connection.id).await
    } else {
        Ok(None)
    };
    let endpoint = match made {
        Ok(endpoint) => endpoint,
        Err(error) => {
            give_up(app, account, &connection.id, None).await;
            return Err(provider_problem(&error));
        }
    };
    if let Err(failure) = finish(app, new, &connection, endpoint.as_ref(), book_id).await {
        give_up(app, account, &connection.id, endpoint.as_ref()).await;
        return Err(failure.into());
    }
    if endpoint.is_some() {
        delete_strays(app, account).await;
    }
    Ok(EstablishedConnection {
        id: connection.id,
        permissions: inspected.permissions,
        is_endpoint_refused: is_wanted && endpoint.is_none(),
    })
}

/// Returns the connection as it is stored before its endpoint is made.
fn connection_of(
    app: &App,
    new: &NewConnection<'_>,
    facts: &AccountFacts,
) -> Result<StripeConnection, Failure> {
    let now = app.clock.now();
    Ok(StripeConnection {
        id: new.id.clone(),
        owner: new.owner.clone(),
        mode: new.site.mode,
        account_id: facts.id.clone(),
        account_name: facts.name.clone(),
        country: facts.country.clone(),
        default_currency: facts.default_currency,
        sealed_key: app.sealer.seal(KEY_PURPOSE, new.key)?,
        key_hint: key::hint(new.key),
        sealed_next_key: None,
        state: ConnectionState::Checking,
        reason: None,
        delivery: Delivery::Poll,
        poll_cursor: None,
        list_cursor: now,
        bad_signatures: 0,
        checked_at: Some(now),
        created_at: now,
    })
}

/// Inserts a connection, so that no other request connects the account. Returns the owner's connection of the account if there
/// is one; refuses an account that another owner has connected.
async fn reserve(
    app: &App,
    connection: &StripeConnection,
) -> Result<Option<StripeConnection>, Problem> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let abandoned = connection.created_at.minus(MAX_SETUP_TIME);
    connections::delete_abandoned(&mut db, abandoned).await?;
    let is_new = connections::insert(&mut db, connection).await?;
    let existing = if is_new {
        None
    } else {
        let account = &connection.account_id;
        connections::find_of_account(&mut db, account, connection.mode).await?
    };
    let is_own = match &existing {
        None => is_new,
        Some(existing) => {
            existing.state != ConnectionState::Checking
                && is_same_owner(&mut db, &existing.owner, &connection.owner).await?
        }
    };
    transaction.commit().await?;
    if is_own {
        return Ok(existing);
    }
    let detail = "This Stripe account is connected already, in this mode, by another owner.";
    Err(Problem::new(Kind::StripeAccountTaken, detail))
}

/// Gives the owner's connection of the account the new key, and links the book to it.
async fn adopt(
    app: &App,
    new: &NewConnection<'_>,
    existing: &StripeConnection,
    book_id: i64,
) -> Result<(), Failure> {
    let sealed = app.sealer.seal(KEY_PURPOSE, new.key)?;
    let hint = key::hint(new.key);
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(connection) = connections::lock(&mut db, &existing.id).await? else {
        return Err(Failure::defect("a connection was found and is not there"));
    };
    if !keys::set_key(&mut db, &connection.id, &sealed, &hint, now).await? {
        let cause = "the account was disconnected at the same time";
        return Err(Failure::busy("connecting an account", cause));
    }
    let event = ConnectionEvent::CheckPassed;
    apply_event(app, &mut db, &connection, &event, new.actor).await?;
    link_book(app, &mut db, book_id, &connection.id).await?;
    record(app, &mut db, new, &connection).await?;
    transaction.commit().await?;
    credits::forget_cached_books(app);
    Ok(())
}

/// Creates the endpoint; `None` if Stripe refuses another one.
async fn make(
    app: &App,
    account: &StripeAccount<'_>,
    connection_id: &str,
) -> Result<Option<NewEndpoint>, StripeError> {
    match create_endpoint(app, account, connection_id).await {
        Ok(endpoint) => Ok(Some(endpoint)),
        Err(StripeError::Refused(refusal)) => {
            tracing::warn!(
                connection = connection_id,
                %refusal,
                "Stripe takes no other endpoint, and its events are polled"
            );
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Activates a connection with its endpoint and its link, in one transaction: the secret of the endpoint is in one response only.
async fn finish(
    app: &App,
    new: &NewConnection<'_>,
    connection: &StripeConnection,
    endpoint: Option<&NewEndpoint>,
    book_id: i64,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(reserved) = connections::lock(&mut db, &connection.id).await? else {
        let cause = "its setup took too long";
        return Err(Failure::busy("connecting an account", cause));
    };
    if let Some(endpoint) = endpoint {
        let replaced = ReplacedEndpoint::Missing;
        store_endpoint(app, &mut db, &connection.id, endpoint, replaced).await?;
    }
    checks::record_check(&mut db, connection, now).await?;
    let event = ConnectionEvent::CheckPassed;
    apply_event(app, &mut db, &reserved, &event, new.actor).await?;
    link_book(app, &mut db, book_id, &connection.id).await?;
    record(app, &mut db, new, connection).await?;
    transaction.commit().await?;
    credits::forget_cached_books(app);
    Ok(())
}

async fn record(
    app: &App,
    db: &mut Connection<'_>,
    new: &NewConnection<'_>,
    connection: &StripeConnection,
) -> Result<(), Failure> {
    let details = json!({
        "mode": connection.mode.word(),
        "account": connection.account_id,
        "key": key::hint(new.key),
    });
    let entry = Action::StripeConnected.on(&connection.id, details);
    new.actor.record(app, db, entry).await
}

/// Removes what was made of a connection that does not come about; errors leave it to the next attempt.
async fn give_up(
    app: &App,
    account: &StripeAccount<'_>,
    connection_id: &str,
    endpoint: Option<&NewEndpoint>,
) {
    if let Some(endpoint) = endpoint {
        delete_stray(account, &endpoint.id).await;
    }
    if let Err(failure) = delete_unfinished(app, connection_id).await {
        tracing::warn!(%failure, "an unfinished connection was not deleted");
    }
}

async fn delete_unfinished(app: &App, connection_id: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    connections::delete_unfinished(&mut transaction.connection(), connection_id).await?;
    transaction.commit().await
}
