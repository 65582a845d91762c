//! Keeping a request that its client pushed (RFC 9126), and finding it when the browser brings its name.

use std::time::Duration;

use foundation::Failure;
use foundation::secret::digest;

use super::park::{LIFE, read_length, take_place};
use super::sealed::{self, Sealed};
use super::store;
use super::waiting::Waiting;
use crate::app::App;
use crate::errors::Stopped;
use crate::network::Network;
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

/// Keeps a request; gives the name under which it is found. That of a client that proved itself is kept in the
/// database, under a name of 256 bits of which only the digest is kept. Anybody can push in the name of a public client:
/// its requests are sealed into their names, and only long ones are kept, as far as their network has any left.
pub(crate) async fn push(
    app: &App,
    (client_id, is_public): (&str, bool),
    parameters: &Parameters,
    network: Network,
) -> Result<String, Stopped> {
    let query = read_length(parameters)?;
    if is_public {
        let mut sealed = Sealed::new(app, &query)?;
        sealed.client_id = Some(client_id.to_owned());
        if let Some(name) = sealed.name(app, PURPOSE)? {
            return Ok(format!("{PREFIX}{name}"));
        }
        take_place(app, network)?;
    }
    let name = format!("{PREFIX}{}", app.random.token()?);
    let opens_until = app.clock.now().plus(PUSHED_LIFE);
    // Whoever opened it in time may take as long to answer as with any other request.
    let times = (opens_until, opens_until.plus(LIFE));
    let key = digest(PURPOSE, &name);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::push(&mut db, (&key, client_id), &query, times).await?;
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
    let now = app.clock.now();
    let sealed = name
        .strip_prefix(PREFIX)
        .and_then(|name| Sealed::of_name(app, PURPOSE, name));
    let key = sealed
        .as_ref()
        .map_or_else(|| digest(PURPOSE, name), Sealed::key);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let found = match sealed {
        Some(sealed) => {
            let is_open = sealed.client_id.as_deref() == Some(client_id)
                && sealed.is_live(PUSHED_LIFE, now)
                && !sealed::is_taken(&mut db, &key).await?;
            is_open.then_some(sealed.query)
        }
        None => store::find_pushed(&mut db, (&key, client_id), now).await?,
    };
    Ok(found.map(|query| {
        let waiting = Waiting {
            parked: None,
            pushed: Some(key),
        };
        (Parameters::of_encoded(query.as_bytes()), waiting)
    }))
}
