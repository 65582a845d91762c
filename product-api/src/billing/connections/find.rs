//! Finds connections, the connection of a book, and the settings of a book.

use foundation::secret::{Sealer, SecretString};
use foundation::{Connection, Failure, Timestamp};

use super::book_billing::BookBilling;
use super::connection::{ConnectionOwner, ENDPOINT_PURPOSE, StripeConnection};
use super::connection_state::ConnectionState;
use super::store::books::StoredSettings;
use super::store::notices::list_websites_of_connection;
use super::store::{books, connections, endpoints};
use crate::customers::find_user_merge_target;
use crate::owner_mails::WebsiteOwner;

/// Finds a connection, also a disconnected one.
pub(crate) async fn find_connection(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<StripeConnection>, Failure> {
    connections::find(db, id).await
}

/// Returns the connection through which a book sells. Its key may be revoked.
pub(crate) async fn connection_of_book(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<Option<StripeConnection>, Failure> {
    match settings_of_book(db, book_id).await?.connection_id {
        Some(id) => connections::find(db, &id).await,
        None => Ok(None),
    }
}

/// Returns the settings of a book; the defaults if it has none.
///
/// A link counts while the connection's owner has the book's website: a hand-over ends it.
pub(crate) async fn settings_of_book(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<BookBilling, Failure> {
    let Some(mut stored) = books::find(db, book_id).await? else {
        return Ok(BookBilling::default());
    };
    if !has_link(db, &stored).await? {
        stored.settings.connection_id = None;
    }
    Ok(stored.settings)
}

async fn has_link(db: &mut Connection<'_>, stored: &StoredSettings) -> Result<bool, Failure> {
    match &stored.linked {
        None | Some((ConnectionState::Disconnected, _)) => Ok(false),
        Some((_, ConnectionOwner::Platform)) => Ok(true),
        Some((_, ConnectionOwner::User(owner))) => {
            is_same_user(db, owner, stored.website_owner.as_deref()).await
        }
    }
}

/// Returns true if a connection belongs to a user, also through merges.
pub(super) async fn belongs_to(
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    user_id: &str,
) -> Result<bool, Failure> {
    match &connection.owner {
        ConnectionOwner::Platform => Ok(false),
        ConnectionOwner::User(owner) => is_same_user(db, owner, Some(user_id)).await,
    }
}

/// Returns true if two connections have one owner, also through merges.
pub(super) async fn is_same_owner(
    db: &mut Connection<'_>,
    owner: &ConnectionOwner,
    other: &ConnectionOwner,
) -> Result<bool, Failure> {
    match (owner, other) {
        (ConnectionOwner::Platform, ConnectionOwner::Platform) => Ok(true),
        (ConnectionOwner::User(owner), ConnectionOwner::User(other)) => {
            is_same_user(db, owner, Some(other)).await
        }
        (ConnectionOwner::Platform, ConnectionOwner::User(_))
        | (ConnectionOwner::User(_), ConnectionOwner::Platform) => Ok(false),
    }
}

/// Finds the owner of a connection, with a website that sells through it; none for a connection of the platform.
pub(super) async fn find_website_owner(
    db: &mut Connection<'_>,
    connection: &StripeConnection,
) -> Result<Option<WebsiteOwner>, Failure> {
    for website in list_websites_of_connection(db, &connection.id).await? {
        if belongs_to(db, connection, &website.user_id).await? {
            return Ok(Some(website));
        }
    }
    Ok(None)
}

/// Returns true if two users are one, also through merges.
pub(super) async fn is_same_user(
    db: &mut Connection<'_>,
    owner: &str,
    other: Option<&str>,
) -> Result<bool, Failure> {
    let Some(other) = other else { return Ok(false) };
    Ok(owner == other || find_user_merge_target(db, owner).await? == other)
}

/// Returns the secrets with which Stripe may sign deliveries of a connection at a time, newest first.
pub(crate) async fn open_endpoint_secrets(
    sealer: &Sealer,
    db: &mut Connection<'_>,
    connection_id: &str,
    now: Timestamp,
) -> Result<Vec<SecretString>, Failure> {
    let stored = endpoints::list_secrets(db, connection_id, now).await?;
    let secrets = stored.iter().map(|sealed| {
        let secret = sealer.open(ENDPOINT_PURPOSE, sealed);
        let secret =
            secret.ok_or_else(|| Failure::defect("the secret of an endpoint is unreadable"));
        secret.map(SecretString::from)
    });
    secrets.collect()
}
