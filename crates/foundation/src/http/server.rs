//! The accept loop: so many connections at a time, and running requests finish at shutdown.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::connection::{Answers, House, receive};
use super::door::Door;
use super::places::Places;
use crate::background::Background;

/// How long running requests may take to finish once the server is asked to stop.
const DRAIN_LIMIT: Duration = Duration::from_secs(20);
/// The pause after a failed accept, so that a lack of descriptors does not become a busy loop.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Whether every running request had finished when the server stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drained(pub bool);

/// Serves until `stopping` fires, then finishes what runs.
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
            () = house.stopping.cancelled() => break,
            place = house.places.take() => place,
        };
        let house = house.clone();
        connections.start("connection", async move {
            let _broken = receive(stream, peer, &house).await;
            drop(place);
        });
    }
    drop(door.listener);
    Drained(connections.stop(DRAIN_LIMIT).await)
}
