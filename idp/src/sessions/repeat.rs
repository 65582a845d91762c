//! The session that a sign-in began, for the browser that sends that sign-in again.

use std::time::Duration;

use foundation::secret::digest;
use foundation::{Connection, Failure, Timestamp};
use serde::{Deserialize, Serialize};

use super::place::SessionStore;
use super::read::find_live;
use super::session::Session;
use super::start::Started;
use crate::app::App;
use crate::repeats::{self, RepeatKey};

/// The tries to find a session that its first request has committed and not yet written to Redis.
const TRIES: u32 = 40;
/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(25);

/// A sign-in that its browser may send again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repeatable<'a> {
    /// The key of the request.
    pub(crate) key: &'a RepeatKey,
    /// The address that the sign-in leads to.
    pub(crate) bound_for: &'a str,
    /// Whether it is the user's first sign-in.
    pub(crate) is_new: bool,
}

/// A sign-in that was sent before: its browser gets the same session again.
#[derive(Clone, Debug)]
pub(crate) struct RepeatedSignIn {
    /// The session.
    pub(crate) started: Started,
    /// The user whose session it is.
    pub(crate) user_id: String,
    /// The address that the sign-in leads to.
    pub(crate) bound_for: String,
    /// Whether it was the user's first sign-in.
    pub(crate) is_new: bool,
}

/// The stored outcome of a sign-in, for the browser that may have it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct KeptSignIn {
    id: String,
    expires_at: i64,
    /// The digest of the session that the browser presented with the first request.
    presented: String,
    bound_for: String,
    is_new: bool,
}

fn digest_of_presented(presented: Option<&str>) -> String {
    digest("repeated-sign-in", presented.unwrap_or_default())
}

/// Stores the session for the browser that began it, in the transaction that begins it.
pub(super) async fn remember(
    app: &App,
    db: &mut Connection<'_>,
    started: &Started,
    presented: Option<&str>,
    repeatable: Repeatable<'_>,
) -> Result<(), Failure> {
    let outcome = KeptSignIn {
        id: started.id.clone(),
        expires_at: started.expires_at.micros(),
        presented: digest_of_presented(presented),
        bound_for: repeatable.bound_for.to_owned(),
        is_new: repeatable.is_new,
    };
    repeats::remember(app, db, repeatable.key, &outcome, repeats::LIFE).await
}

/// Finds the outcome that an earlier request with this key stored. The browser must present the session that it had before
/// that request, or the one that the request began.
pub(crate) async fn find_kept(
    app: &App,
    db: &mut Connection<'_>,
    key: &RepeatKey,
    presented: Option<&str>,
) -> Result<Option<KeptSignIn>, Failure> {
    let kept = repeats::find::<KeptSignIn>(app, db, key).await?;
    Ok(kept.filter(|kept| kept.is_of(presented)))
}

/// Finds the session that an earlier request with this key began, as [`find_kept`] and [`KeptSignIn::session`] do.
pub(crate) async fn find_repeated(
    app: &App,
    key: &RepeatKey,
    presented: Option<&str>,
) -> Result<Option<RepeatedSignIn>, Failure> {
    let kept = repeats::find_committed::<KeptSignIn>(app, key).await?;
    match kept.filter(|kept| kept.is_of(presented)) {
        Some(kept) => kept.session(app).await,
        None => Ok(None),
    }
}

impl KeptSignIn {
    /// Returns true for the browser that began the session, before and after it got the session's cookie.
    fn is_of(&self, presented: Option<&str>) -> bool {
        presented == Some(self.id.as_str()) || digest_of_presented(presented) == self.presented
    }

    /// The session, while it is live. The caller must hold no connection: many requests that wait for a second one
    /// would use up the pool.
    pub(crate) async fn session(self, app: &App) -> Result<Option<RepeatedSignIn>, Failure> {
        let session = find_session(app, &self.id).await?;
        Ok(session.map(|session| RepeatedSignIn {
            started: Started {
                id: self.id,
                expires_at: Timestamp::from_micros(self.expires_at),
            },
            user_id: session.user_id,
            bound_for: self.bound_for,
            is_new: self.is_new,
        }))
    }
}

/// The live session with an id. A request that is sent twice at once may have to wait for it: only after the commit that
/// stores the outcome Redis gets the session, and a server forgets what it remembers of sessions in cookies.
async fn find_session(app: &App, id: &str) -> Result<Option<Session>, Failure> {
    let tries = match &app.sessions {
        SessionStore::Sql => 1,
        SessionStore::Cookie(_) | SessionStore::Redis(_) => TRIES,
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
