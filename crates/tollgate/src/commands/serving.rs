//! Common part of the serving commands: logs, listener, shutdown signals, background work.

use std::net::SocketAddr;
use std::time::Duration;

use foundation::http::{Door, Drained, Tls};
use foundation::telemetry::Family;
use foundation::{Background, Failure, http, telemetry};
use idp::config::TlsConfig;
use poem::endpoint::BoxEndpoint;
use poem::http::{HeaderValue, StatusCode, Version, header};
use poem::{Endpoint, EndpointExt, Request, Response};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::descriptors;
use crate::settings::Settings;

/// Time limit for background work to end.
const STOP_LIMIT: Duration = Duration::from_secs(10);
/// Interval at which the files of the TLS certificate are checked.
const CERTIFICATE_LOOK: Duration = Duration::from_mins(1);

/// Starts logs, and metrics of these families of services.
pub(super) fn observe(settings: &Settings, families: &[&[Family]]) -> Result<(), Failure> {
    telemetry::write_logs(settings.log_format, &settings.log_filter)?;
    telemetry::count_metrics(families);
    Ok(())
}

/// Binds the port, so that a port in use is reported before other resources are opened.
pub(super) async fn listen(setting: &str, address: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).await.map_err(|error| {
        let hint = format!("stop what is using it, or set {setting} to another address");
        Failure::unavailable(format!("listening on {address} ({hint})"), error)
    })
}

/// Reads the certificate of the settings, if there is one.
pub(super) fn tls(config: Option<&TlsConfig>) -> Result<Option<Tls>, Failure> {
    config
        .map(|tls| Tls::of_files(&tls.certificate, &tls.key))
        .transpose()
}

/// Returns the listener of the settings: under TLS if there is a certificate.
pub(super) fn door(listener: TcpListener, tls: Option<&Tls>) -> Door {
    match tls {
        Some(tls) => Door::with_tls(listener, tls.clone()),
        None => listener.into(),
    }
}

/// Watches a certificate's files in the background, so that a renewal needs no restart.
pub(super) fn keep_renewed(tls: Option<Tls>, background: &Background) {
    if let Some(tls) = tls {
        let looking = tls.keep_renewed(CERTIFICATE_LOOK, background.stopping());
        background.start("tls certificate", looking);
    }
}

/// Path of the check that load balancers use.
const READY: &str = "/health/ready";

/// Reason to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// A user at a terminal, who does not want to wait.
    Interrupt,
    /// A supervisor, whose load balancer may still send requests.
    Terminate,
}

/// Signals to stop; watched from the beginning, so that one during the start is not lost.
pub(super) struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    /// Begins to watch SIGINT and SIGTERM.
    pub(super) fn watch() -> Result<Self, Failure> {
        let watch =
            |kind| signal(kind).map_err(|error| Failure::broken("watching for signals", error));
        Ok(Self {
            interrupt: watch(SignalKind::interrupt())?,
            terminate: watch(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) -> Stop {
        tokio::select! {
            _ = self.interrupt.recv() => Stop::Interrupt,
            _ = self.terminate.recv() => Stop::Terminate,
        }
    }
}

/// Serves until a signal arrives, waits for running requests, then stops the background work.
pub(super) async fn serve_until_told(
    door: Door,
    settings: &Settings,
    endpoint: BoxEndpoint<'static, Response>,
    mut signals: Signals,
    backgrounds: &[Background],
) {
    let (draining, stopping) = (CancellationToken::new(), CancellationToken::new());
    let told = async {
        if signals.next().await == Stop::Terminate && !settings.drain.is_zero() {
            tracing::info!(seconds = settings.drain.as_secs(), "draining");
            draining.cancel();
            // A second signal ends the wait.
            let _waited = tokio::time::timeout(settings.drain, signals.next()).await;
        }
        tracing::info!("finishing the running requests");
        stopping.cancel();
    };
    let endpoint = leave_while(draining.clone(), endpoint).boxed();
    let most = settings.most_connections.get();
    descriptors::allow(most);
    let serving = http::serve(door.for_so_many(most), endpoint, stopping.clone());
    let draining_histograms = telemetry::drain_histograms(stopping.clone());
    let (Drained(drained), (), ()) = tokio::join!(serving, told, draining_histograms);
    for background in backgrounds {
        background.stop(STOP_LIMIT).await;
    }
    tracing::info!(drained, "stopped");
}

/// Makes load balancers remove a server that drains. Its readiness is 503, and each response closes its HTTP/1
/// connection: a connection that the server closed later, while it is idle, may carry a request by then.
fn leave_while(
    draining: CancellationToken,
    endpoint: BoxEndpoint<'static, Response>,
) -> impl Endpoint<Output = Response> {
    endpoint.around(move |endpoint, request: Request| {
        let is_draining = draining.is_cancelled();
        async move {
            if !is_draining {
                return endpoint.call(request).await;
            }
            let is_http1 = request.version() <= Version::HTTP_11;
            let mut response = if request.uri().path() == READY {
                Response::builder()
                    .status(StatusCode::SERVICE_UNAVAILABLE)
                    .content_type("application/json")
                    .body(r#"{"server":"stopping"}"#)
            } else {
                endpoint.call(request).await?
            };
            if is_http1 {
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(header::CONNECTION, close);
            }
            Ok(response)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_port_in_use_is_named_with_what_to_do() {
        let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = taken.local_addr().unwrap();
        let refusal = listen("TOLLGATE_LISTEN", address).await.unwrap_err();
        let said = refusal.to_string();
        assert!(said.contains(&address.to_string()), "{said}");
        assert!(said.contains("set TOLLGATE_LISTEN"), "{said}");
    }
}
