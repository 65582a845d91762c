//! Requests that wait in their own name: sealed into it where they are short, so that whoever only asks writes nothing.

use std::time::Duration;

use foundation::secret::digest;
use foundation::{Connection, Failure, Timestamp, json};
use serde::{Deserialize, Serialize};

use super::park::LIFE;
use super::push::PUSHED_LIFE;
use crate::app::App;
use crate::jtis;

/// The longest name, in bytes: it travels through cookies and mails as part of a callback URL.
const LONGEST: usize = 1400;
/// What the key of a sealed request begins with; no digest does.
const MARK: char = '+';
/// The longest that a sealed request of any kind can be answered.
const KEPT: Duration = Duration::from_secs(PUSHED_LIFE.as_secs() + LIFE.as_secs());

/// A request that travels sealed. That it was answered is all that is ever written down of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sealed {
    /// What tells it from every other: of the same request there may be many.
    id: String,
    /// When it began to wait, in microseconds.
    at: i64,
    /// Whose it is, where its client pushed it.
    pub(super) client_id: Option<String>,
    /// The key of the pushed request that it was.
    pub(super) pushed: Option<String>,
    /// The request.
    pub(super) query: String,
}

impl Sealed {
    /// A request that waits from now on.
    pub(super) fn new(app: &App, query: &str) -> Result<Self, Failure> {
        Ok(Self {
            id: app.random.token()?,
            at: app.clock.now().micros(),
            client_id: None,
            pushed: None,
            query: query.to_owned(),
        })
    }

    /// Its name, unless that would be too long.
    pub(super) fn name(&self, app: &App, purpose: &str) -> Result<Option<String>, Failure> {
        // Four bytes of a name hold three, beside what a seal has of its own.
        if self.query.len() * 4 > LONGEST * 3 {
            return Ok(None);
        }
        let plain = serde_json::to_string(self)
            .map_err(|error| Failure::broken("writing a request to be sealed", error))?;
        let name = app.sealer.seal(purpose, &plain)?;
        Ok(Some(name).filter(|name| name.len() <= LONGEST))
    }

    /// What a name holds; `None` for one that we did not make for this purpose.
    pub(super) fn of_name(app: &App, purpose: &str, name: &str) -> Option<Self> {
        if name.len() > LONGEST {
            return None;
        }
        json::from_stored(&app.sealer.open(purpose, name)?).ok()
    }

    /// When it began to wait.
    pub(super) fn at(&self) -> Timestamp {
        Timestamp::from_micros(self.at)
    }

    /// Whether it waits still, for so long at most.
    pub(super) fn is_live(&self, life: Duration, now: Timestamp) -> bool {
        now < self.at().plus(life)
    }

    /// The key that is used up by its answer.
    pub(super) fn key(&self) -> String {
        format!("{MARK}{}", digest("sealed-request", &self.id))
    }
}

/// Whether a key is of a sealed request.
pub(super) fn is_of_sealed(key: &str) -> bool {
    key.starts_with(MARK)
}

/// Uses a sealed request up, in the caller's transaction; true for one caller only.
pub(super) async fn take(
    db: &mut Connection<'_>,
    key: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    jtis::store::insert(db, key, now.plus(KEPT)).await
}

/// Whether a sealed request was answered.
pub(super) async fn is_taken(db: &mut Connection<'_>, key: &str) -> Result<bool, Failure> {
    jtis::store::is_there(db, key).await
}
