//! Parking a request while its person does something else, and finding it again.

use std::time::Duration;

use foundation::secret::digest;
use foundation::{Connection, Failure, Timestamp};

use super::store;
use super::waiting::Waiting;
use crate::app::App;
use crate::errors::{OAuthError, Stopped};
use crate::parameters::Parameters;

/// How long a request waits: the life of a sign-in link, as it is usually set.
pub(super) const LIFE: Duration = Duration::from_mins(15);
/// The longest request that is kept, in bytes.
const LONGEST: usize = 16 * 1024;

const PURPOSE: &str = "authorization-request";

/// A request that was parked.
#[derive(Clone, Debug)]
pub(crate) struct Parked {
    /// The name under which it is found again; only its digest is kept.
    pub(crate) id: String,
    /// When it was parked.
    pub(crate) at: Timestamp,
    /// The languages that it names (`ui_locales`): pages on the way know nothing of it but this address.
    locales: Option<String>,
}

/// Parks a request whose client and address are proven, and which may have been pushed before.
pub(crate) async fn park(
    app: &App,
    parameters: &Parameters,
    pushed: Option<&str>,
) -> Result<Parked, Stopped> {
    let query = read_length(parameters)?;
    let (id, at) = (app.random.token()?, app.clock.now());
    let mut transaction = app.database.begin().await?;
    store::park(
        &mut transaction.connection(),
        (&digest_of(&id), pushed),
        &query,
        (at, at.plus(LIFE)),
    )
    .await?;
    transaction.commit().await?;
    let locales = locales_of(parameters);
    Ok(Parked { id, at, locales })
}

/// A request as it is kept, unless it is too long for that.
pub(super) fn read_length(parameters: &Parameters) -> Result<String, OAuthError> {
    let query = parameters.to_query();
    if query.len() > LONGEST {
        return Err(OAuthError::invalid_request(
            "The request is longer than 16 KiB.",
        ));
    }
    Ok(query)
}

/// Finds a parked request again.
pub(crate) async fn find(app: &App, id: &str) -> Result<Option<(Parameters, Waiting)>, Failure> {
    let mut reader = app.database.reader().await?;
    let found = store::find(&mut reader.connection(), &digest_of(id), app.clock.now()).await?;
    Ok(found.map(|(query, at, pushed)| {
        let parameters = Parameters::of_encoded(query.as_bytes());
        let parked = Parked {
            id: id.to_owned(),
            at,
            locales: locales_of(&parameters),
        };
        let waiting = Waiting {
            parked: Some(parked),
            pushed,
        };
        (parameters, waiting)
    }))
}

/// The client whose request is parked under a name, as it stands at this instant of the caller's transaction.
pub(crate) async fn client_of(
    app: &App,
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<String>, Failure> {
    let found = store::find(db, &digest_of(id), app.clock.now()).await?;
    Ok(found.and_then(|(query, _, _)| {
        let parameters = Parameters::of_encoded(query.as_bytes());
        parameters.get("client_id").map(ToOwned::to_owned)
    }))
}

/// What is kept instead of a parked request's name.
pub(super) fn digest_of(id: &str) -> String {
    digest(PURPOSE, id)
}

fn locales_of(parameters: &Parameters) -> Option<String> {
    const LONGEST: usize = 64;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"- ".contains(&byte);
    parameters
        .get("ui_locales")
        .filter(|locales| locales.len() <= LONGEST && locales.bytes().all(is_plain))
        .map(|locales| locales.replace(' ', "+"))
}

impl Parked {
    /// Where the request goes on, relative to this origin.
    pub(crate) fn address(&self) -> String {
        let locales = self.locales.as_deref();
        let locales = locales.map_or_else(String::new, |locales| format!("&ui_locales={locales}"));
        format!("/oauth/authorize?resume={}{locales}", self.id)
    }
}
