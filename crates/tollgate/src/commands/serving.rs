//! What every serving command does: log, listen, serve until asked to stop, stop what runs beside.

use std::net::SocketAddr;
use std::time::Duration;

use foundation::http::Drained;
use foundation::{Background, Failure, http, telemetry};
use poem::Response;
use poem::endpoint::BoxEndpoint;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::settings::Settings;

/// How long work beside requests may take to end.
const STOP_LIMIT: Duration = Duration::from_secs(10);

/// Starts logs and metrics.
pub(super) fn observe(settings: &Settings) -> Result<(), Failure> {
    telemetry::write_logs(settings.log_format, &settings.log_filter)?;
    telemetry::count_metrics();
    Ok(())
}

/// Takes the port, so that a port in use is said before anything else is opened.
pub(super) async fn listen(address: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).await.map_err(|error| {
        Failure::unavailable(
            format!("listening on {address} (is something else using it?)"),
            error,
        )
    })
}

/// Serves until SIGINT or SIGTERM, lets running requests finish, then stops the background work.
pub(super) async fn serve_until_told(
    listener: TcpListener,
    endpoint: BoxEndpoint<'static, Response>,
    backgrounds: &[Background],
) -> Result<(), Failure> {
    let stopping = CancellationToken::new();
    let told = told_to_stop(stopping.clone())?;
    let (Drained(drained), ()) = tokio::join!(http::serve(listener, endpoint, stopping), told);
    for background in backgrounds {
        background.stop(STOP_LIMIT).await;
    }
    tracing::info!(drained, "stopped");
    Ok(())
}

fn told_to_stop(stopping: CancellationToken) -> Result<impl Future<Output = ()>, Failure> {
    let watch = |kind| signal(kind).map_err(|error| Failure::broken("watching for signals", error));
    let mut interrupt = watch(SignalKind::interrupt())?;
    let mut terminate = watch(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tracing::info!("finishing the running requests");
        stopping.cancel();
    })
}
