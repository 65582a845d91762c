//! Storing of an authorization request during sign-in or consent, and its lookup.

use foundation::secret::digest;
use foundation::{Connection, Failure, Timestamp};

use super::request_storage::RequestStorage;
use super::sealed_request::{self, LIFETIME, SealedRequest};
use super::store::{self, NewPendingRequest};
use crate::app::App;
use crate::http::errors::{OAuthError, TokenError};
use crate::http::network::Network;
use crate::http::parameters::Parameters;

/// Maximum length of a stored request, in bytes.
const MAX_REQUEST_LENGTH: usize = 16 * 1024;

const PURPOSE: &str = "authorization-request";

/// Error for requests too long for a sealed URL, if one network has too many of them.
const TOO_MANY: &str = "Too many requests that have to be kept came from your network. Try again later, or with a shorter one.";

/// A pending request.
#[derive(Clone, Debug)]
pub(crate) struct PendingRequest {
    /// Id under which the request is found.
    pub(crate) id: String,
    /// Time of storing.
    pub(crate) at: Timestamp,
    /// Key that the response uses up: of the sealed request, or the digest of the id.
    pub(super) key: String,
    /// Languages of the request (`ui_locales`); pages during sign-in know them only from this URL.
    locales: Option<String>,
}

/// Stores a request with a verified client and redirect URI, which may have been pushed before. A short request is
/// sealed into its id and needs no database until its response; a long one is stored, within its network's limit.
pub(crate) async fn store_request(
    app: &App,
    parameters: &Parameters,
    pushed: Option<&str>,
    network: Network,
) -> Result<PendingRequest, TokenError> {
    let query = read_length(parameters)?;
    let locales = locales_of(parameters);
    let mut sealed = SealedRequest::new(app, &query)?;
    sealed.pushed = pushed.map(ToOwned::to_owned);
    let at = sealed.at();
    if let Some(id) = sealed.seal(app, PURPOSE)? {
        let key = sealed.key();
        return Ok(PendingRequest {
            id,
            at,
            key,
            locales,
        });
    }
    count_write(app, network)?;
    let id = app.random.token()?;
    let key = digest(PURPOSE, &id);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let row = NewPendingRequest {
        digest: &key,
        query: &query,
        created_at: at,
        expires_at: at.plus(LIFETIME),
        pushed,
    };
    store::insert(&mut db, row).await?;
    transaction.commit().await?;
    Ok(PendingRequest {
        id,
        at,
        key,
        locales,
    })
}

/// Counts one write to the database that an unauthenticated request from a network causes.
pub(crate) fn count_write(app: &App, network: Network) -> Result<(), OAuthError> {
    let now = app.clock.now();
    if app.parking.take(network, now) {
        return Ok(());
    }
    metrics::counter!("idp_limits_reached_total", "limit" => "requests-of-network").increment(1);
    let wait = app.parking.wait(network, now).unwrap_or(LIFETIME);
    Err(OAuthError::limited(TOO_MANY, wait))
}

/// Returns a request's stored form, unless it is too long.
pub(super) fn read_length(parameters: &Parameters) -> Result<String, OAuthError> {
    let query = parameters.to_query();
    if query.len() > MAX_REQUEST_LENGTH {
        return Err(OAuthError::invalid_request(
            "The request is longer than 16 KiB.",
        ));
    }
    Ok(query)
}

/// Returns the id of the pending request that a URL resumes. In a URL with a request of its own, `resume` is an unknown
/// parameter and is ignored (RFC 6749 section 3.1).
pub(crate) fn resumed_id(query: &Parameters) -> Option<&str> {
    let is_request = query.get("client_id").is_some() || query.get("request_uri").is_some();
    query.get("resume").filter(|_| !is_request)
}

/// Returns the key that the response to a pending request uses up.
pub(crate) fn key_of(app: &App, id: &str) -> String {
    SealedRequest::open(app, PURPOSE, id).map_or_else(|| digest(PURPOSE, id), |sealed| sealed.key())
}

/// Finds a pending request, unless it is completed.
pub(crate) async fn find(
    app: &App,
    id: &str,
) -> Result<Option<(Parameters, RequestStorage)>, Failure> {
    let mut reader = app.database.reader().await?;
    let found = find_row(app, &mut reader.connection(), id).await?;
    Ok(found.map(
        |PendingRow {
             key,
             query,
             at,
             pushed,
         }| {
            let parameters = Parameters::parse(query.as_bytes());
            let parked = PendingRequest {
                id: id.to_owned(),
                at,
                key,
                locales: locales_of(&parameters),
            };
            let storage = RequestStorage {
                pending: Some(parked),
                pushed,
                sid: None,
            };
            (parameters, storage)
        },
    ))
}

/// Returns the client of a pending request, read in the caller's transaction.
pub(crate) async fn client_of(
    app: &App,
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<String>, Failure> {
    let found = find_row(app, db, id).await?;
    Ok(found.and_then(|found| {
        let parameters = Parameters::parse(found.query.as_bytes());
        parameters.get("client_id").map(ToOwned::to_owned)
    }))
}

/// A pending request from a lookup.
struct PendingRow {
    key: String,
    query: String,
    at: Timestamp,
    pushed: Option<String>,
}

async fn find_row(
    app: &App,
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<PendingRow>, Failure> {
    let now = app.clock.now();
    let Some(sealed) = SealedRequest::open(app, PURPOSE, id) else {
        let key = digest(PURPOSE, id);
        let found = store::find(db, &key, now).await?;
        return Ok(found.map(|(query, at, pushed)| PendingRow {
            key,
            query,
            at,
            pushed,
        }));
    };
    let key = sealed.key();
    if !sealed.is_live(LIFETIME, now) || sealed_request::is_taken(db, &key).await? {
        return Ok(None);
    }
    Ok(Some(PendingRow {
        key,
        at: sealed.at(),
        pushed: sealed.pushed,
        query: sealed.query,
    }))
}

fn locales_of(parameters: &Parameters) -> Option<String> {
    const MAX_LOCALES_LENGTH: usize = 64;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"- ".contains(&byte);
    parameters
        .get("ui_locales")
        .filter(|locales| locales.len() <= MAX_LOCALES_LENGTH && locales.bytes().all(is_plain))
        .map(|locales| locales.replace(' ', "+"))
}

impl PendingRequest {
    /// Returns the URL that resumes the request, relative to this origin.
    pub(crate) fn address(&self) -> String {
        let locales = self.locales.as_deref();
        let locales = locales.map_or_else(String::new, |locales| format!("&ui_locales={locales}"));
        format!("/oauth/authorize?resume={}{locales}", self.id)
    }
}
