//! Finding a client, and its document where it is one.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;

use super::fetch::{fetch_anew, fetch_first};
use super::store;
use crate::app::App;
use crate::clients::{Client, is_document_address};
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::network::Network;

/// How long a document is believed beyond its time while its address does not answer.
const GRACE: Duration = Duration::from_hours(24);

const TOO_MANY: OAuthError = OAuthError::new(
    ErrorCode::TemporarilyUnavailable,
    "Too many new clients that are documents were asked for from this network or at this host. Try again in a quarter of an hour.",
);

/// How a document stands with us.
enum Standing {
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

/// The client of an id. One that is a document is fetched when it is not known, or not fresh any more; what strangers of a
/// network make us ask for is limited.
pub(crate) async fn find(
    app: &App,
    client_id: &str,
    network: Network,
) -> Result<Option<Arc<Client>>, Stopped> {
    if !app.config.clients.documents || !is_document_address(client_id) {
        return Ok(app.clients.find(client_id).await?);
    }
    let mut before = standing(app, client_id).await?;
    if matches!(before, Standing::Unknown | Standing::Old | Standing::Over) {
        refresh(app, client_id, network).await?;
        before = standing(app, client_id).await?;
    }
    match before {
        Standing::Unknown | Standing::Off | Standing::Over => Ok(None),
        Standing::Met(client) => Ok(Some(client)),
        Standing::Fresh | Standing::Old => Ok(app.clients.find(client_id).await?),
    }
}

/// Asks for a document, one request at a time; the others look at what came of it.
async fn refresh(app: &App, client_id: &str, network: Network) -> Result<(), Stopped> {
    let Some(turn) = app.documents.wait(client_id, &app.clock).await else {
        return Ok(());
    };
    // Somebody else may have fetched it while this one waited for its turn.
    let is_known = match standing(app, client_id).await? {
        Standing::Met(_) | Standing::Fresh | Standing::Off => return Ok(()),
        Standing::Old | Standing::Over => true,
        Standing::Unknown => false,
    };
    let now = app.clock.now();
    let place = if is_known {
        app.documents.place_of_known()
    } else {
        app.documents.place_of_stranger(network, client_id)
    };
    let Some(_place) = place else {
        return Err(TOO_MANY.into());
    };
    if !is_known && !app.asked.take(network, client_id, now) {
        return Err(TOO_MANY.into());
    }
    let flight = turn.begin(&app.clock);
    let outcome = if is_known {
        fetch_anew(app, client_id).await
    } else {
        fetch_first(app, client_id).await;
        Ok(())
    };
    flight.land(&app.clock);
    Ok(outcome?)
}

async fn standing(app: &App, client_id: &str) -> Result<Standing, Failure> {
    let now = app.clock.now();
    let kept = {
        let mut reader = app.database.reader().await?;
        store::find(&mut reader.connection(), client_id).await?
    };
    let Some(kept) = kept else {
        let met = app.clients.met(client_id).await;
        let met = met.filter(|met| now < met.fresh_until);
        return Ok(met.map_or(Standing::Unknown, |met| Standing::Met(met.client)));
    };
    Ok(match kept.fresh_until {
        _ if !kept.is_active => Standing::Off,
        Some(until) if now < until => Standing::Fresh,
        Some(until) if now < until.plus(GRACE) => Standing::Old,
        Some(_) | None => Standing::Over,
    })
}
