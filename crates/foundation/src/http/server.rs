//! Accept loop: it limits the connections, and finishes running requests at shutdown.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;

use super::connection::{Answers, House, receive};
use super::door::Door;
use super::pending;
use super::places::Places;
use crate::background::Background;

/// Time that running requests get to finish once the server is asked to stop.
const DRAIN_LIMIT: Duration = Duration::from_secs(20);
/// Pause after a failed accept, so that a lack of descriptors does not become a busy loop.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// True if every running request had finished when the server stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drained(pub bool);

/// Serves until `stopping` fires, then finishes running requests.
pub async fn serve(
    door: impl Into<Door>,
    endpoint: impl Into<Answers>,
    stopping: CancellationToken,
) -> Drained {
    let door = door.into();
    let house = House {
        tls: door.tls,
        patience: door.patience,
        places: Places::new(door.most_connections),
        endpoint: endpoint.into(),
        stopping,
    };
    let connections = Background::new();
    loop {
        let accepted = tokio::select! {
            () = house.stopping.cancelled() => break,
            accepted = door.listener.accept() => accepted,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let place = tokio::select! {
            // A connection with a free place is accepted even while the server stops.
            biased;
            place = house.places.take() => place,
            () = house.stopping.cancelled() => break,
        };
        start(&connections, &house, (stream, peer), place);
    }
    for accepted in pending::close(door.listener).await {
        // A server without a free place has enough to finish.
        let Some(place) = house.places.take().now_or_never() else {
            break;
        };
        start(&connections, &house, accepted, place);
    }
    Drained(connections.stop(DRAIN_LIMIT).await)
}

fn start(
    connections: &Background,
    house: &House,
    (stream, peer): (TcpStream, SocketAddr),
    place: Option<OwnedSemaphorePermit>,
) {
    let house = house.clone();
    connections.start("connection", async move {
        let _broken = receive(stream, peer, &house).await;
        drop(place);
    });
}
