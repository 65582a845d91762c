//! Parking a request while its person does something else, and finding it again.

use std::time::Duration;

use foundation::secret::digest;
use foundation::{Connection, Failure, Timestamp};

use super::store;
use crate::app::App;
use crate::errors::{OAuthError, Stopped};
use crate::parameters::Parameters;

/// How long a request waits: the life of a sign-in link, as it is usually set.
const LIFE: Duration = Duration::from_mins(15);
/// The longest request that is parked, in bytes.
const LONGEST: usize = 16 * 1024;

const PURPOSE: &str = "authorization-request";

/// A request that was parked.
#[derive(Clone, Debug)]
pub(crate) struct Parked {
    /// The name under which it is found again; only its digest is kept.
    pub(crate) id: String,
    /// When it was parked.
    pub(crate) at: Timestamp,
}

/// Parks a request whose client and address are proven.
pub(crate) async fn park(app: &App, parameters: &Parameters) -> Result<Parked, Stopped> {
    let query = parameters.to_query();
    if query.len() > LONGEST {
        return Err(OAuthError::invalid_request("The request is longer than 16 KiB.").into());
    }
    let (id, at) = (app.random.token()?, app.clock.now());
    let mut transaction = app.database.begin().await?;
    store::park(
        &mut transaction.connection(),
        &digest_of(&id),
        &query,
        (at, at.plus(LIFE)),
    )
    .await?;
    transaction.commit().await?;
    Ok(Parked { id, at })
}

/// Finds a parked request again.
pub(crate) async fn find(app: &App, id: &str) -> Result<Option<(Parameters, Parked)>, Failure> {
    let mut reader = app.database.reader().await?;
    let found = store::find(&mut reader.connection(), &digest_of(id), app.clock.now()).await?;
    Ok(found.map(|(query, at)| {
        let id = id.to_owned();
        (Parameters::of_encoded(query.as_bytes()), Parked { id, at })
    }))
}

/// Takes a parked request away in the caller's transaction; true for one caller only.
pub(crate) async fn take(app: &App, db: &mut Connection<'_>, id: &str) -> Result<bool, Failure> {
    store::take(db, &digest_of(id), app.clock.now()).await
}

/// What is kept instead of a parked request's name.
fn digest_of(id: &str) -> String {
    digest(PURPOSE, id)
}

impl Parked {
    /// Where the request goes on, relative to this origin.
    pub(crate) fn address(&self) -> String {
        format!("/oauth/authorize?resume={}", self.id)
    }
}
