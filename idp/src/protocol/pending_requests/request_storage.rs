//! Storage of a pending request; its response uses all of it up, once.

use foundation::{Connection, Failure};

use super::store_request::PendingRequest;
use super::{sealed_request, store};
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError};

/// Storage of a request before its response; a direct request has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestStorage {
    /// The pending request.
    pub(crate) pending: Option<PendingRequest>,
    /// Key of the pushed request: of the sealed one, or the digest of its name.
    pub(crate) pushed: Option<String>,
    /// Session of the response, which identifies a repeated request.
    pub(crate) sid: Option<String>,
}

impl RequestStorage {
    /// Error for a pushed request that was used, has expired, or never existed for this client.
    pub(crate) const NOT_FOUND: OAuthError = OAuthError::new(
        ErrorCode::InvalidRequestUri,
        "This request_uri was used, has expired, or is not this client's.",
    );

    /// Returns the key of the pending request.
    pub(crate) fn pending_key(&self) -> Option<&str> {
        self.pending.as_ref().map(|pending| pending.key.as_str())
    }

    /// Returns true if the request is stored or sealed.
    pub(crate) fn is_stored(&self) -> bool {
        self.pending.is_some() || self.pushed.is_some()
    }

    /// Returns the error for a request that was already used up.
    pub(crate) fn used_up_error(&self) -> OAuthError {
        if self.pushed.is_some() {
            Self::NOT_FOUND
        } else {
            OAuthError::COMPLETED
        }
    }
}

/// Uses a request up wherever it is stored, in the caller's transaction; only one caller gets true. The caller rolls
/// back after false.
pub(crate) async fn take(
    app: &App,
    db: &mut Connection<'_>,
    storage: &RequestStorage,
) -> Result<bool, Failure> {
    let now = app.clock.now();
    if let Some(PendingRequest { key, .. }) = &storage.pending {
        let is_first = if sealed_request::is_sealed_key(key) {
            sealed_request::take(db, key, now).await?
        } else {
            store::take(db, key, now).await?
        };
        if !is_first {
            return Ok(false);
        }
    }
    match &storage.pushed {
        Some(key) if sealed_request::is_sealed_key(key) => sealed_request::take(db, key, now).await,
        Some(key) => store::take_pushed(db, key, now).await,
        None => Ok(true),
    }
}
