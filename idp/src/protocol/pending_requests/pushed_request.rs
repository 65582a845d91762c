//! Storing of pushed requests (RFC 9126), and their lookup by `request_uri`.

use foundation::Failure;
use foundation::secret::digest;

use super::request_storage::RequestStorage;
use super::sealed_request::{self, LIFETIME, PUSHED_LIFETIME, SealedRequest};
use super::store::{self, NewPushedRequest};
use super::store_request::read_length;
use crate::app::App;
use crate::http::errors::TokenError;
use crate::http::parameters::Parameters;

/// Prefix of all `request_uri` values (RFC 9126 section 2.2).
const PREFIX: &str = "urn:ietf:params:oauth:request_uri:";
const PURPOSE: &str = "pushed-request";

/// Returns true if a `request_uri` is that of a pushed request; the idp fetches no other ones.
pub(crate) fn is_pushed(request_uri: &str) -> bool {
    request_uri.starts_with(PREFIX)
}

/// A pushed request before it is stored. A request of an authenticated client is stored in the database, under the
/// digest of a name of 256 bits. Anyone can push requests of a public client: those are sealed into their names, and
/// only long ones are stored.
#[derive(Debug)]
pub(crate) struct PushedRequest {
    client_id: String,
    query: String,
    sealed: Option<String>,
}

impl PushedRequest {
    /// Reads a request, unless it is too long.
    pub(crate) fn read(
        app: &App,
        client_id: &str,
        is_public: bool,
        parameters: &Parameters,
    ) -> Result<Self, TokenError> {
        let mut pushed = Self {
            client_id: client_id.to_owned(),
            query: read_length(parameters)?,
            sealed: None,
        };
        if is_public {
            let mut sealed = SealedRequest::new(app, &pushed.query)?;
            sealed.client_id = Some(client_id.to_owned());
            pushed.sealed = sealed.seal(app, PURPOSE)?;
        }
        Ok(pushed)
    }

    /// Returns true if the request must be written to the database.
    pub(crate) fn needs_database(&self) -> bool {
        self.sealed.is_none()
    }

    /// Stores the request; returns its `request_uri`.
    pub(crate) async fn store(self, app: &App) -> Result<String, Failure> {
        if let Some(name) = self.sealed {
            return Ok(format!("{PREFIX}{name}"));
        }
        let name = format!("{PREFIX}{}", app.random.token()?);
        let opens_until = app.clock.now().plus(PUSHED_LIFETIME);
        let row = NewPushedRequest {
            digest: &digest(PURPOSE, &name),
            client_id: &self.client_id,
            query: &self.query,
            opens_until,
            // A user who opened the request in time has as long as for any other request.
            expires_at: opens_until.plus(LIFETIME),
        };
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        store::insert_pushed(&mut db, row).await?;
        transaction.commit().await?;
        Ok(name)
    }
}

/// Finds a client's pushed request. It stays valid until its response, so that a reload or a link scanner does not use
/// it up.
pub(crate) async fn find_pushed(
    app: &App,
    client_id: &str,
    name: &str,
) -> Result<Option<(Parameters, RequestStorage)>, Failure> {
    let now = app.clock.now();
    let sealed = name
        .strip_prefix(PREFIX)
        .and_then(|name| SealedRequest::open(app, PURPOSE, name));
    let key = sealed
        .as_ref()
        .map_or_else(|| digest(PURPOSE, name), SealedRequest::key);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let found = match sealed {
        Some(sealed) => {
            let is_open = sealed.client_id.as_deref() == Some(client_id)
                && sealed.is_live(PUSHED_LIFETIME, now)
                && !sealed_request::is_taken(&mut db, &key).await?;
            is_open.then_some(sealed.query)
        }
        None => store::find_pushed(&mut db, &key, client_id, now).await?,
    };
    Ok(found.map(|query| {
        let storage = RequestStorage {
            pending: None,
            pushed: Some(key),
            sid: None,
        };
        (Parameters::parse(query.as_bytes()), storage)
    }))
}
