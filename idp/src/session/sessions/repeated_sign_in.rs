//! Finds the session of a sign-in again for a browser that sends the sign-in twice.

use std::time::Duration;

use foundation::secret::digest;
use foundation::{Connection, Failure, Timestamp};
use serde::{Deserialize, Serialize};

use super::read::find_live;
use super::session::Session;
use super::session_store::SessionStore;
use super::start::SessionCookie;
use crate::app::App;
use crate::protocol::repeated_requests::{self, RepeatKey};

/// Attempts to find a session that the first request has committed but not yet written to Redis.
const MAX_ATTEMPTS: u32 = 40;
/// Pause between two attempts.
const PAUSE: Duration = Duration::from_millis(25);

/// A sign-in that the browser may send again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RepeatableSignIn<'a> {
    /// Key of the request.
    pub(crate) key: &'a RepeatKey,
    /// Address to which the sign-in leads.
    pub(crate) bound_for: &'a str,
    /// True for the user's first sign-in.
    pub(crate) is_new: bool,
}

/// A repeated sign-in, which gets the session of the first one.
#[derive(Clone, Debug)]
pub(crate) struct RepeatedSignIn {
    /// The session's cookie value and expiry.
    pub(crate) started: SessionCookie,
    /// Id of the session's user.
    pub(crate) user_id: String,
    /// Address to which the sign-in leads.
    pub(crate) bound_for: String,
    /// True if it was the user's first sign-in.
    pub(crate) is_new: bool,
}

/// Stored outcome of a sign-in, for the browser that may have it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct StoredSignIn {
    id: String,
    expires_at: i64,
    /// Digest of the session that the browser presented with the first request.
    presented: String,
    bound_for: String,
    is_new: bool,
}

fn digest_of_presented(presented: Option<&str>) -> String {
    digest("repeated-sign-in", presented.unwrap_or_default())
}

/// Stores the session for the browser that started it, in the transaction that starts it.
pub(super) async fn remember(
    app: &App,
    db: &mut Connection<'_>,
    started: &SessionCookie,
    presented: Option<&str>,
    repeatable: RepeatableSignIn<'_>,
) -> Result<(), Failure> {
    let outcome = StoredSignIn {
        id: started.id.clone(),
        expires_at: started.expires_at.micros(),
        presented: digest_of_presented(presented),
        bound_for: repeatable.bound_for.to_owned(),
        is_new: repeatable.is_new,
    };
    repeated_requests::remember(
        app,
        db,
        repeatable.key,
        &outcome,
        repeated_requests::LIFETIME,
    )
    .await
}

/// Finds the outcome that an earlier request with this key stored. The browser must present the session that it had
/// before that request, or the one that the request started.
pub(crate) async fn find_stored(
    app: &App,
    db: &mut Connection<'_>,
    key: &RepeatKey,
    presented: Option<&str>,
) -> Result<Option<StoredSignIn>, Failure> {
    let stored = repeated_requests::find::<StoredSignIn>(app, db, key).await?;
    Ok(stored.filter(|stored| stored.is_of(presented)))
}

/// Finds the session that an earlier request with this key started, as [`find_stored`] and [`StoredSignIn::session`] do.
pub(crate) async fn find_repeated(
    app: &App,
    key: &RepeatKey,
    presented: Option<&str>,
) -> Result<Option<RepeatedSignIn>, Failure> {
    let stored = repeated_requests::find_committed::<StoredSignIn>(app, key).await?;
    match stored.filter(|stored| stored.is_of(presented)) {
        Some(stored) => stored.session(app).await,
        None => Ok(None),
    }
}

impl StoredSignIn {
    /// Returns true for the browser that started the session, before and after it got the session's cookie.
    fn is_of(&self, presented: Option<&str>) -> bool {
        presented == Some(self.id.as_str()) || digest_of_presented(presented) == self.presented
    }

    /// Returns the session while it is live. The caller must hold no connection: many requests that wait for a second
    /// connection would exhaust the pool.
    pub(crate) async fn session(self, app: &App) -> Result<Option<RepeatedSignIn>, Failure> {
        let session = find_session(app, &self.id).await?;
        Ok(session.map(|session| RepeatedSignIn {
            started: SessionCookie {
                id: self.id,
                expires_at: Timestamp::from_micros(self.expires_at),
            },
            user_id: session.user_id,
            bound_for: self.bound_for,
            is_new: self.is_new,
        }))
    }
}

/// Finds the live session of an id. A request sent twice at once may have to wait for it: only after the commit that
/// stores the outcome does Redis get the session, and the server invalidate its cache of sessions in cookies.
async fn find_session(app: &App, id: &str) -> Result<Option<Session>, Failure> {
    let tries = match &app.sessions {
        SessionStore::Sql => 1,
        SessionStore::Cookie(_) | SessionStore::Redis(_) => MAX_ATTEMPTS,
    };
    for number in 1..=tries {
        if let Some(session) = find_live(app, id).await? {
            return Ok(Some(session));
        }
        if number < tries {
            tokio::time::sleep(PAUSE).await;
        }
    }
    Ok(None)
}
