//! Connections that need their owner: read from the current state, so that they disappear with their cause.

use foundation::Failure;

use super::find::is_same_user;
use super::store::notices;
use crate::app::App;
use crate::caller::Mode;

/// The reason for which an owner has to look at a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionNoticeKind {
    /// A part of it does not work.
    Degraded,
    /// Stripe refuses its key.
    Revoked,
    /// Objects of the account could not be applied.
    DeadLetters,
}

impl ConnectionNoticeKind {
    /// Returns the kind with a word of the query.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        match word {
            "degraded" => Some(Self::Degraded),
            "revoked" => Some(Self::Revoked),
            "dead" => Some(Self::DeadLetters),
            _ => None,
        }
    }
}

/// A connection of a website that does not work, or only in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionNotice {
    /// The connection.
    pub(crate) connection_id: String,
    /// The kind.
    pub(crate) kind: ConnectionNoticeKind,
    /// The reason of the state, or the error of the newest dead object.
    pub(crate) reason: String,
    /// The user who owns the connection.
    pub(super) connection_owner: String,
    /// A website that sells through it.
    pub(crate) website_id: String,
    /// The website's name.
    pub(crate) website_name: String,
    /// The mode.
    pub(crate) mode: Mode,
}

/// Returns the connections of a user that need the user, at most a hundred: once for each website.
pub(crate) async fn list_connection_notices(
    app: &App,
    user_id: &str,
) -> Result<Vec<ConnectionNotice>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut own = Vec::new();
    for notice in notices::for_owner(&mut db, user_id).await? {
        // The connection of the former owner stays with a website that was handed over.
        if is_same_user(&mut db, &notice.connection_owner, Some(user_id)).await? {
            own.push(notice);
        }
    }
    Ok(own)
}
