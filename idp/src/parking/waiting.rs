//! What a request waited as: whoever answers it takes all of that away, once.

use foundation::{Connection, Failure};

use super::park::Parked;
use super::{sealed, store};
use crate::app::App;
use crate::errors::{ErrorCode, OAuthError};

/// Where a request was kept before it is answered; one that came as it is was kept nowhere.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waiting {
    /// As what it was parked.
    pub(crate) parked: Option<Parked>,
    /// What is used up of the request that its client pushed: the sealed one, or the digest of its name.
    pub(crate) pushed: Option<String>,
    /// The session that it is answered in, by which a repeated request is known.
    pub(crate) sid: Option<String>,
}

impl Waiting {
    /// A pushed request that nobody finds: used, expired, another client's, or never there.
    pub(crate) const NOT_FOUND: OAuthError = OAuthError::new(
        ErrorCode::InvalidRequestUri,
        "This request_uri was used, has expired, or is not this client's.",
    );

    /// The key that is used up by the answer of a parked request.
    pub(crate) fn parked_key(&self) -> Option<&str> {
        self.parked.as_ref().map(|parked| parked.key.as_str())
    }

    /// Whether it was kept anywhere.
    pub(crate) fn is_kept(&self) -> bool {
        self.parked.is_some() || self.pushed.is_some()
    }

    /// Why there is nothing left to take.
    pub(crate) fn gone(&self) -> OAuthError {
        if self.pushed.is_some() {
            Self::NOT_FOUND
        } else {
            OAuthError::ANSWERED
        }
    }
}

/// Takes a request away from wherever it was kept, in the caller's transaction; true for one caller only. The
/// transaction of whoever gets a no is to be rolled back.
pub(crate) async fn take(
    app: &App,
    db: &mut Connection<'_>,
    waiting: &Waiting,
) -> Result<bool, Failure> {
    let now = app.clock.now();
    if let Some(Parked { key, .. }) = &waiting.parked {
        let is_first = if sealed::is_of_sealed(key) {
            sealed::take(db, key, now).await?
        } else {
            store::take(db, key, now).await?
        };
        if !is_first {
            return Ok(false);
        }
    }
    match &waiting.pushed {
        Some(key) if sealed::is_of_sealed(key) => sealed::take(db, key, now).await,
        Some(key) => store::take_pushed(db, key, now).await,
        None => Ok(true),
    }
}
