//! Accept loop: it limits the connections, and finishes running requests at shutdown.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;

use super::connection::{ServerContext, SharedEndpoint, receive};
use super::connection_limit::ConnectionLimit;
use super::listener::Listener;
use super::pending;
use crate::task::Background;

/// Time that running requests get to finish once the server is asked to stop.
const DRAIN_LIMIT: Duration = Duration::from_secs(20);
/// Pause after a failed accept, so that a lack of descriptors does not become a busy loop.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// True if every running request had finished when the server stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrainOutcome(pub bool);

/// Serves until `stopping` fires, then finishes running requests.
pub async fn serve(
    listener: impl Into<Listener>,
    endpoint: impl Into<SharedEndpoint>,
    stopping: CancellationToken,
) -> DrainOutcome {
    let listener = listener.into();
    let context = ServerContext {
        tls: listener.tls,
        timeouts: listener.timeouts,
        connection_limit: ConnectionLimit::new(listener.max_connections),
        endpoint: endpoint.into(),
        stopping,
    };
    let connections = Background::new();
    loop {
        let accepted = tokio::select! {
            () = context.stopping.cancelled() => break,
            accepted = listener.socket.accept() => accepted,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let permit = tokio::select! {
            // A connection that gets a permit at once is accepted even while the server stops.
            biased;
            permit = context.connection_limit.take() => permit,
            () = context.stopping.cancelled() => break,
        };
        start(&connections, &context, stream, peer, permit);
    }
    for (stream, peer) in pending::close(listener.socket).await {
        // A server at its limit has enough to finish.
        let Some(permit) = context.connection_limit.take().now_or_never() else {
            break;
        };
        start(&connections, &context, stream, peer, permit);
    }
    DrainOutcome(connections.stop(DRAIN_LIMIT).await)
}

fn start(
    connections: &Background,
    context: &ServerContext,
    stream: TcpStream,
    peer: SocketAddr,
    permit: Option<OwnedSemaphorePermit>,
) {
    let context = context.clone();
    connections.start("connection", async move {
        let _broken = receive(stream, peer, &context).await;
        drop(permit);
    });
}
