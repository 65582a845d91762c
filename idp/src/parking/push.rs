//! Keeping a request that its client pushed (RFC 9126), and finding it when the browser brings its name.

use std::time::Duration;

use foundation::Failure;
use foundation::secret::digest;

use super::park::{LIFE, read_length};
use super::store;
use super::waiting::Waiting;
use crate::app::App;
use crate::errors::Stopped;
use crate::parameters::Parameters;

/// How long a pushed request can be opened (RFC 9126 section 2.2).
pub(crate) const PUSHED_LIFE: Duration = Duration::from_mins(1);

/// What all names of pushed requests begin with (RFC 9126 section 2.2).
const PREFIX: &str = "urn:ietf:params:oauth:request_uri:";
const PURPOSE: &str = "pushed-request";

/// Whether a `request_uri` is the name of a pushed request; any other is an address that we do not fetch.
pub(crate) fn is_pushed(request_uri: &str) -> bool {
    request_uri.starts_with(PREFIX)
}

/// Keeps a request of a client that proved itself; gives the name under which it is found, of 256 bits. Only the
/// name's digest is kept.
pub(crate) async fn push(
    app: &App,
    client_id: &str,
    parameters: &Parameters,
) -> Result<String, Stopped> {
    let query = read_length(parameters)?;
    let name = format!("{PREFIX}{}", app.random.token()?);
    let opens_until = app.clock.now().plus(PUSHED_LIFE);
    // Whoever opened it in time may take as long to answer as with any other request.
    let times = (opens_until, opens_until.plus(LIFE));
    let mut transaction = app.database.begin().await?;
    store::push(
        &mut transaction.connection(),
        (&digest(PURPOSE, &name), client_id),
        &query,
        times,
    )
    .await?;
    transaction.commit().await?;
    Ok(name)
}

/// Finds the request that a client pushed under a name. It stays until it is answered, so that a page that is loaded
/// again, or looked at by a scanner, spoils nothing.
pub(crate) async fn find_pushed(
    app: &App,
    client_id: &str,
    name: &str,
) -> Result<Option<(Parameters, Waiting)>, Failure> {
    let digest = digest(PURPOSE, name);
    let mut reader = app.database.reader().await?;
    let found = store::find_pushed(
        &mut reader.connection(),
        (&digest, client_id),
        app.clock.now(),
    )
    .await?;
    Ok(found.map(|query| {
        let waiting = Waiting {
            parked: None,
            pushed: Some(digest),
        };
        (Parameters::of_encoded(query.as_bytes()), waiting)
    }))
}
