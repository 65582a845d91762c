//! Connects the test book of a website to the pretend account of the double of Stripe.

use foundation::secret::{ExposeSecret, SecretString};
use foundation::{Failure, id};

use super::apply_event::ConnectionActor;
use super::check::ConnectionCheck;
use super::connect::{NewConnection, establish};
use super::connection::{ConnectionOwner, Delivery, StripeConnection};
use super::find::connection_of_book;
use super::inspect_key::inspect_key;
use super::link::link_book;
use super::open_account::open_key;
use super::store::connections;
use crate::app::App;
use crate::billing::stripe::Priority;
use crate::caller::{Mode, SiteScope};
use crate::credits;
use crate::problem::Problem;

/// The account of the double; the table takes it in test mode only.
const PRETEND_ACCOUNT: &str = "acct_pretend";

/// Connects the test book of a website to the pretend account, with a key of the double. Idempotent: all websites share one
/// connection of the platform. Returns its id.
pub async fn connect_pretend(
    app: &App,
    website_id: &str,
    key: &SecretString,
) -> Result<String, Failure> {
    let connected = connect(app, website_id, key).await;
    connected.map_err(|problem| Failure::broken("connecting the pretend account", problem))
}

async fn connect(app: &App, website_id: &str, key: &SecretString) -> Result<String, Problem> {
    let site = SiteScope {
        website_id,
        mode: Mode::Test,
    };
    let existing = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        connections::find_of_account(&mut db, PRETEND_ACCOUNT, Mode::Test).await?
    };
    if let Some(existing) = existing.filter(|existing| is_usable(app, existing, key)) {
        return Ok(link(app, site, existing).await?);
    }
    let new = NewConnection {
        id: id::new("scn", &app.clock, &app.random)?,
        owner: ConnectionOwner::Platform,
        site,
        key: key.expose_secret(),
        delivery: Delivery::Webhook,
        actor: ConnectionActor::System(Some(website_id)),
    };
    let account = app
        .stripe
        .account(&new.id, key.clone(), site.mode, Priority::Buyer);
    let inspected = inspect_key(&account, site.mode).await?.require_all()?;
    if inspected.facts.id != PRETEND_ACCOUNT {
        let seen = "the key of the double is of another account than the pretend one";
        return Err(Failure::defect(seen).into());
    }
    let established = establish(app, &new, &account, inspected).await?;
    if established.id != new.id {
        repair(app, &established.id).await?;
    }
    Ok(established.id)
}

/// Returns true if a connection works with this key.
fn is_usable(app: &App, connection: &StripeConnection, key: &SecretString) -> bool {
    let current = open_key(app, &connection.sealed_key);
    connection.state.is_usable()
        && current.is_ok_and(|current| current.expose_secret() == key.expose_secret())
}

async fn link(
    app: &App,
    site: SiteScope<'_>,
    connection: StripeConnection,
) -> Result<String, Failure> {
    let book_id = credits::open_site_book(app, site).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let linked = connection_of_book(&mut db, book_id).await?;
    if linked.is_none_or(|linked| linked.id != connection.id) {
        link_book(app, &mut db, book_id, &connection.id).await?;
    }
    transaction.commit().await?;
    credits::forget_cached_books(app);
    Ok(connection.id)
}

/// Checks a connection whose double has forgotten its endpoint, and makes another one.
async fn repair(app: &App, id: &str) -> Result<(), Problem> {
    let connection = {
        let mut reader = app.database.reader().await?;
        connections::find(&mut reader.connection(), id).await?
    };
    let check = ConnectionCheck {
        priority: Priority::Buyer,
        actor: ConnectionActor::System(None),
    };
    if let Some(connection) = connection {
        check.run(app, &connection).await?;
    }
    Ok(())
}
