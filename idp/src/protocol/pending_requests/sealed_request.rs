//! Pending requests that are sealed into their id if they are short, so that unauthenticated requests write nothing.

use std::time::Duration;

use foundation::secret::digest;
use foundation::text::strict_json;
use foundation::{Connection, Failure, Timestamp};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::protocol::replay;

/// Lifetime of a pending request, equal to the default lifetime of a sign-in link.
pub(super) const LIFETIME: Duration = Duration::from_mins(15);
/// Time in which a pushed request can be opened (RFC 9126 section 2.2).
pub(crate) const PUSHED_LIFETIME: Duration = Duration::from_mins(1);
/// Maximum length of an id, in bytes: it is part of a callback URL in cookies and emails.
const MAX_ID_LENGTH: usize = 1400;
/// Prefix of a sealed request's key, which no digest has.
const SEALED_PREFIX: char = '+';
/// Maximum time until the response to any sealed request.
const MAX_LIFETIME: Duration = Duration::from_secs(PUSHED_LIFETIME.as_secs() + LIFETIME.as_secs());

/// A sealed request. The database stores only that it was completed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SealedRequest {
    /// Unique id; many requests may have equal parameters.
    id: String,
    /// Time of sealing, in microseconds.
    at: i64,
    /// The client, for a pushed request.
    pub(super) client_id: Option<String>,
    /// Key of the pushed request that this request continues.
    pub(super) pushed: Option<String>,
    /// The parameters, as a query string.
    pub(super) query: String,
}

impl SealedRequest {
    /// Creates a request that is pending from now.
    pub(super) fn new(app: &App, query: &str) -> Result<Self, Failure> {
        Ok(Self {
            id: app.random.token()?,
            at: app.clock.now().micros(),
            client_id: None,
            pushed: None,
            query: query.to_owned(),
        })
    }

    /// Returns the sealed request as an id, unless that is too long.
    pub(super) fn seal(&self, app: &App, purpose: &str) -> Result<Option<String>, Failure> {
        // Four bytes of an id contain three of the request, apart from the seal's overhead.
        if self.query.len() * 4 > MAX_ID_LENGTH * 3 {
            return Ok(None);
        }
        let plain = serde_json::to_string(self)
            .map_err(|error| Failure::broken("writing a request to be sealed", error))?;
        let name = app.sealer.seal(purpose, &plain)?;
        Ok(Some(name).filter(|name| name.len() <= MAX_ID_LENGTH))
    }

    /// Opens an id; `None` if the idp did not create it for this purpose.
    pub(super) fn open(app: &App, purpose: &str, name: &str) -> Option<Self> {
        if name.len() > MAX_ID_LENGTH {
            return None;
        }
        strict_json::from_stored(&app.sealer.open(purpose, name)?).ok()
    }

    /// Returns the time of sealing.
    pub(super) fn at(&self) -> Timestamp {
        Timestamp::from_micros(self.at)
    }

    /// Returns true if the request is younger than `lifetime`.
    pub(super) fn is_live(&self, lifetime: Duration, now: Timestamp) -> bool {
        now < self.at().plus(lifetime)
    }

    /// Returns the key that the response uses up.
    pub(super) fn key(&self) -> String {
        format!("{SEALED_PREFIX}{}", digest("sealed-request", &self.id))
    }
}

/// Returns true if a key is that of a sealed request.
pub(super) fn is_sealed_key(key: &str) -> bool {
    key.starts_with(SEALED_PREFIX)
}

/// Uses a sealed request up, in the caller's transaction; only one caller gets true.
pub(super) async fn take(
    db: &mut Connection<'_>,
    key: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    replay::store::insert(db, key, now.plus(MAX_LIFETIME)).await
}

/// Returns true if a sealed request was completed.
pub(super) async fn is_taken(db: &mut Connection<'_>, key: &str) -> Result<bool, Failure> {
    replay::store::is_there(db, key).await
}
