//! Finds the connections that a caller sees.

use foundation::{Connection, Failure};

use super::connection::{ConnectionOwner, StripeConnection};
use super::find::{belongs_to, connection_of_book};
use super::store::connections;
use super::webhook_address::webhook_url;
use crate::app::App;
use crate::caller::{Mode, SiteScope};
use crate::credits;
use crate::problem::Problem;
use crate::websites::{Actor, SiteAccess};

/// A connection that a caller sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VisibleConnection {
    /// The connection.
    pub(super) connection: StripeConnection,
    /// True if the caller's website sells through it in the mode of the request.
    pub(super) is_linked: bool,
    /// The URL to which Stripe sends its events.
    pub(super) webhook_url: String,
}

/// Returns the connections of an owner, or the one through which the website of an API key sells.
pub(super) async fn list_visible(
    app: &App,
    access: &SiteAccess,
) -> Result<Vec<VisibleConnection>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let linked = linked_connections(&mut db, access).await?;
    let mut all = match &access.actor {
        Actor::Owner(_) if access.is_platform() => connections::list_of_platform(&mut db).await?,
        Actor::Owner(user_id) => connections::list_of_user(&mut db, user_id).await?,
        Actor::Key(_) => Vec::new(),
    };
    // A website may also sell through a connection of the platform.
    let others = linked
        .iter()
        .filter(|one| all.iter().all(|own| own.id != one.id));
    let others: Vec<StripeConnection> = others.cloned().collect();
    all.extend(others);
    let visible = all.into_iter().map(|connection| VisibleConnection {
        is_linked: is_linked(&linked, &connection, access),
        webhook_url: webhook_url(&app.config.issuer.public_origin(), &connection.id),
        connection,
    });
    Ok(visible.collect())
}

/// Returns a connection that a caller sees; reports not found for any other.
pub(super) async fn find_visible(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<VisibleConnection, Problem> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let connection = connections::find(&mut db, id).await?;
    let connection = connection.ok_or_else(not_found)?;
    let linked = linked_connections(&mut db, access).await?;
    let is_visible = linked.iter().any(|one| one.id == connection.id);
    if !is_visible && !is_own(&mut db, &connection, access).await? {
        return Err(not_found());
    }
    Ok(VisibleConnection {
        is_linked: is_linked(&linked, &connection, access),
        webhook_url: webhook_url(&app.config.issuer.public_origin(), id),
        connection,
    })
}

/// Returns a connection that belongs to the caller; reports not found for any other.
pub(super) async fn find_own(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<StripeConnection, Problem> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let connection = connections::find(&mut db, id).await?;
    let connection = connection.ok_or_else(not_found)?;
    if is_own(&mut db, &connection, access).await? {
        Ok(connection)
    } else {
        Err(not_found())
    }
}

/// Returns true if a connection belongs to the caller: the owner of websites, or the operator for the platform.
pub(super) async fn is_own(
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    access: &SiteAccess,
) -> Result<bool, Failure> {
    match &access.actor {
        Actor::Owner(_) if access.is_platform() => {
            Ok(connection.owner == ConnectionOwner::Platform)
        }
        Actor::Owner(user_id) => belongs_to(db, connection, user_id).await,
        Actor::Key(_) => Ok(false),
    }
}

pub(super) fn not_found() -> Problem {
    Problem::not_found("connection")
}

/// Returns true if a connection is among the linked ones and has the mode of the request.
fn is_linked(
    linked: &[StripeConnection],
    connection: &StripeConnection,
    access: &SiteAccess,
) -> bool {
    connection.mode == access.mode && linked.iter().any(|one| one.id == connection.id)
}

/// Returns the connections through which the caller's website sells, in the modes that the caller sees.
async fn linked_connections(
    db: &mut Connection<'_>,
    access: &SiteAccess,
) -> Result<Vec<StripeConnection>, Failure> {
    let only = access.only_mode();
    let modes = Mode::BOTH.into_iter();
    let modes = modes.filter(|mode| only.is_none_or(|only| only == *mode));
    let mut linked = Vec::new();
    for mode in modes {
        let site = SiteScope {
            website_id: &access.website_id,
            mode,
        };
        if let Some(book) = credits::find_site_book(db, site).await? {
            linked.extend(connection_of_book(db, book.id).await?);
        }
    }
    Ok(linked)
}
