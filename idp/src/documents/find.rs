//! Finding a client, and its document where it is one.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use tokio::sync::oneshot;

use super::fetch::{fetch_anew, fetch_first};
use super::flights::{Flight, Kind};
use super::store;
use crate::activity;
use crate::app::App;
use crate::clients::{Client, is_document_address};
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::network::Network;
use crate::parameters::Parameters;

/// How long a document is believed beyond its time while its address does not answer.
const GRACE: Duration = Duration::from_hours(24);

const TOO_MANY: &str = "Too many new clients that are documents were asked for from this network or at this host. Try again in a quarter of an hour.";

const BUSY: OAuthError = OAuthError::new(
    ErrorCode::TemporarilyUnavailable,
    "Too many documents of clients are asked for at this moment. Try again in some seconds.",
);

/// How far a client's document is believed.
enum Belief {
    /// Nobody knows it.
    Unknown,
    /// It was asked for lately, and nobody allowed it anything yet.
    Met(Arc<Client>),
    /// The operator switched it off: its address is not asked for anything.
    Off,
    /// It is kept, and believed without asking.
    Fresh,
    /// It is kept, and believed while its address does not answer.
    Old,
    /// It is kept, and nobody vouches for it any more.
    Over,
}

/// Finds the client that the parameters of an authorization request name.
pub(crate) async fn find_named(
    app: &App,
    parameters: &Parameters,
    network: Network,
) -> Result<Arc<Client>, Stopped> {
    let client_id = parameters
        .get("client_id")
        .ok_or(OAuthError::invalid_request("client_id is missing."))?;
    let client = find(app, client_id, network).await?;
    let client = client.ok_or(OAuthError::invalid_request("No client has this client_id."))?;
    Ok(client)
}

/// The client of an id. One that is a document is fetched when it is not known, or not fresh any more; what strangers of a
/// network make us ask for is limited. One that is kept is noted as who asks; one that was only met is not, so that
/// strangers fill no table.
pub(crate) async fn find(
    app: &App,
    client_id: &str,
    network: Network,
) -> Result<Option<Arc<Client>>, Stopped> {
    if !app.config.clients.documents || !is_document_address(client_id) {
        return Ok(find_kept(app, client_id).await?);
    }
    let mut before = belief(app, client_id).await?;
    if matches!(before, Belief::Unknown | Belief::Old | Belief::Over) {
        refresh(app, client_id, network).await?;
        before = belief(app, client_id).await?;
    }
    match before {
        Belief::Unknown | Belief::Off | Belief::Over => Ok(None),
        Belief::Met(client) => Ok(Some(client)),
        Belief::Fresh | Belief::Old => Ok(find_kept(app, client_id).await?),
    }
}

async fn find_kept(app: &App, client_id: &str) -> Result<Option<Arc<Client>>, Failure> {
    let client = app.clients.find(client_id).await?;
    if let Some(client) = &client {
        activity::asked_by(&client.id);
    }
    Ok(client)
}

/// Asks for a document, one request at a time; the others look at what came of it. One that is believed while its address
/// is in trouble is also believed while there is no place to ask for it.
async fn refresh(app: &App, client_id: &str, network: Network) -> Result<(), Stopped> {
    let Some(turn) = app.documents.wait(client_id, &app.clock).await else {
        return Ok(());
    };
    // Somebody else may have fetched it while this one waited for its turn.
    let (kind, is_believed) = match belief(app, client_id).await? {
        Belief::Met(_) | Belief::Fresh | Belief::Off => return Ok(()),
        Belief::Old => (Kind::Kept, true),
        Belief::Over => (Kind::Kept, false),
        Belief::Unknown => (Kind::Stranger, false),
    };
    let Some(place) = app.documents.place(kind, network, client_id) else {
        return if is_believed {
            Ok(())
        } else {
            Err(BUSY.into())
        };
    };
    if kind == Kind::Stranger {
        let taken = app.asked.take(network, client_id, app.clock.now());
        taken.map_err(|wait| OAuthError::limited(TOO_MANY, wait))?;
    }
    let flight = turn.begin(place, &app.clock);
    Ok(fetch(app, (client_id, network), (kind, flight)).await?)
}

/// Fetches it beside the request: whoever makes us ask and hangs up must keep no client's document from all others.
async fn fetch(
    app: &App,
    (client_id, network): (&str, Network),
    (kind, flight): (Kind, Flight),
) -> Result<(), Failure> {
    let shared = app.shared()?;
    let (id, (tell, told)) = (client_id.to_owned(), oneshot::channel());
    app.background.start("a client's document", async move {
        let outcome = match kind {
            Kind::Kept => fetch_anew(&shared, &id).await,
            Kind::Stranger => {
                fetch_first(&shared, &id, network).await;
                Ok(())
            }
        };
        flight.land(&shared.clock);
        // Nobody may wait for it any more.
        let _gone = tell.send(outcome);
    });
    told.await
        .map_err(|error| Failure::broken("fetching a client's document", error))?
}

async fn belief(app: &App, client_id: &str) -> Result<Belief, Failure> {
    let now = app.clock.now();
    let kept = {
        let mut reader = app.database.reader().await?;
        store::find(&mut reader.connection(), client_id).await?
    };
    let Some(kept) = kept else {
        let met = app.clients.met(client_id).await;
        let met = met.filter(|met| now < met.fresh_until);
        return Ok(met.map_or(Belief::Unknown, |met| Belief::Met(met.client)));
    };
    Ok(match kept.fresh_until {
        _ if !kept.is_active => Belief::Off,
        Some(until) if now < until => Belief::Fresh,
        Some(until) if now < until.plus(GRACE) => Belief::Old,
        Some(_) | None => Belief::Over,
    })
}
