//! Common part of the serving commands: logs, listener, shutdown signals, background work.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use foundation::http::{DrainOutcome, Listener, Tls};
use foundation::telemetry::Family;
use foundation::{Background, Failure, http, telemetry};
use idp::config::TlsConfig;
use poem::endpoint::BoxEndpoint;
use poem::http::{HeaderValue, StatusCode, Version, header};
use poem::{Endpoint, EndpointExt, Request, Response};
use tokio::net::TcpSocket;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::descriptors;
use crate::settings::Settings;

/// Time limit for background work to end.
const STOP_LIMIT: Duration = Duration::from_secs(10);
/// Maximum number of connections that wait to be accepted; the runtime has the same default.
const BACKLOG: u32 = 128;
/// Interval at which the files of the TLS certificate are checked.
const CERTIFICATE_CHECK_INTERVAL: Duration = Duration::from_mins(1);

/// Starts logs, and metrics of these families of services.
pub(super) fn observe(settings: &Settings, families: &[&[Family]]) -> Result<(), Failure> {
    telemetry::write_logs(settings.log_format, &settings.log_filter)?;
    telemetry::count_metrics(families);
    Ok(())
}

/// A port that this process has, and on which it does not listen yet. A gateway sends no request to it: a POST that
/// waited for the end of a start could reach the gateway's time limit.
#[derive(Debug)]
pub(super) struct BoundPort {
    setting: &'static str,
    address: SocketAddr,
    socket: TcpSocket,
}

impl BoundPort {
    /// Binds the port, so that a port in use is reported before other resources are opened.
    pub(super) fn bind(setting: &'static str, address: SocketAddr) -> Result<Self, Failure> {
        let refuse = |error| Self::refusal(setting, address, error);
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4(),
            SocketAddr::V6(_) => TcpSocket::new_v6(),
        }
        .map_err(refuse)?;
        bind_alone(&socket, address).map_err(refuse)?;
        Ok(Self {
            setting,
            address: socket.local_addr().map_err(refuse)?,
            socket,
        })
    }

    /// Returns the address, with the port that the system chose for port 0.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Begins to accept connections: in plain, or under TLS if there is a certificate.
    pub(super) fn listen(self, tls: Option<&Tls>) -> Result<Listener, Failure> {
        let refuse = |error| Self::refusal(self.setting, self.address, error);
        // Connections inherit the option, so that the next process may bind the port before the kernel forgets them.
        self.socket.set_reuseaddr(true).map_err(refuse)?;
        let listener = self.socket.listen(BACKLOG).map_err(refuse)?;
        Ok(match tls {
            Some(tls) => Listener::with_tls(listener, tls.clone()),
            None => listener.into(),
        })
    }

    fn refusal(setting: &str, address: SocketAddr, error: io::Error) -> Failure {
        let hint = format!("stop what is using it, or set {setting} to another address");
        Failure::unavailable(format!("listening on {address} ({hint})"), error)
    }
}

/// Binds a socket so that no other process can bind the port, although the socket does not listen yet.
///
/// Linux lets two sockets with `SO_REUSEADDR` bind a port on which neither listens. The socket therefore has the option
/// only during a bind that has to pass the closing connections of an earlier process; [`BoundPort::listen`] sets it again.
fn bind_alone(socket: &TcpSocket, address: SocketAddr) -> io::Result<()> {
    // The option of a new socket depends on the runtime.
    socket.set_reuseaddr(false)?;
    match socket.bind(address) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            socket.set_reuseaddr(true)?;
            socket.bind(address)?;
            socket.set_reuseaddr(false)
        }
        bound => bound,
    }
}

/// Reads the certificate of the settings, if there is one.
pub(super) fn tls(config: Option<&TlsConfig>) -> Result<Option<Tls>, Failure> {
    config
        .map(|tls| Tls::from_files(&tls.certificate, &tls.key))
        .transpose()
}

/// Watches a certificate's files in the background, so that a renewal needs no restart.
pub(super) fn keep_renewed(tls: Option<Tls>, background: &Background) {
    if let Some(tls) = tls {
        let looking = tls.keep_renewed(CERTIFICATE_CHECK_INTERVAL, background.stopping());
        background.start("tls certificate", looking);
    }
}

/// Path of the check that load balancers use.
const READY: &str = "/health/ready";

/// Reason to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StopReason {
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

    async fn next(&mut self) -> StopReason {
        tokio::select! {
            _ = self.interrupt.recv() => StopReason::Interrupt,
            _ = self.terminate.recv() => StopReason::Terminate,
        }
    }
}

/// Serves until a signal arrives, waits for running requests, then stops the background work.
pub(super) async fn serve_until_stopped(
    listener: Listener,
    settings: &Settings,
    endpoint: BoxEndpoint<'static, Response>,
    mut signals: Signals,
    backgrounds: &[Background],
) {
    let (draining, stopping) = (CancellationToken::new(), CancellationToken::new());
    let stopped = async {
        if signals.next().await == StopReason::Terminate && !settings.drain.is_zero() {
            tracing::info!(seconds = settings.drain.as_secs(), "draining");
            draining.cancel();
            // A second signal ends the wait.
            let _waited = tokio::time::timeout(settings.drain, signals.next()).await;
        }
        tracing::info!("finishing the running requests");
        stopping.cancel();
    };
    let endpoint = leave_load_balancer_while(draining.clone(), endpoint).boxed();
    let most = settings.most_connections.get();
    descriptors::allow(most);
    let serving = http::serve(
        listener.with_max_connections(most),
        endpoint,
        stopping.clone(),
    );
    let draining_histograms = telemetry::drain_histograms(stopping.clone());
    let (DrainOutcome(drained), (), ()) = tokio::join!(serving, stopped, draining_histograms);
    for background in backgrounds {
        background.stop(STOP_LIMIT).await;
    }
    tracing::info!(drained, "stopped");
}

/// Makes load balancers remove a server that drains. Its readiness is 503, and each response closes its HTTP/1
/// connection: a connection that the server closed later, while it is idle, may carry a request by then.
fn leave_load_balancer_while(
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
    use tokio::io::AsyncReadExt;
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    #[tokio::test]
    async fn port_in_use_is_named_with_a_remedy() {
        let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = taken.local_addr().unwrap();
        let refusal = BoundPort::bind("TOLLGATE_LISTEN", address).unwrap_err();
        let said = refusal.to_string();
        assert!(said.contains(&address.to_string()), "{said}");
        assert!(said.contains("set TOLLGATE_LISTEN"), "{said}");
    }

    #[tokio::test]
    async fn port_that_is_bound_but_does_not_listen_is_in_use() {
        let first = BoundPort::bind("TOLLGATE_LISTEN", "127.0.0.1:0".parse().unwrap()).unwrap();
        let second = BoundPort::bind("IDP_LISTEN", first.address()).unwrap_err();
        let said = second.to_string();
        assert!(said.contains(&first.address().to_string()), "{said}");
        assert!(said.contains("set IDP_LISTEN"), "{said}");
        assert!(said.to_lowercase().contains("in use"), "{said}");
        assert!(first.listen(None).is_ok());
    }

    #[tokio::test]
    async fn port_with_closing_connections_is_bound_again_and_held() {
        let listener = TcpSocket::new_v4().unwrap();
        listener.set_reuseaddr(true).unwrap();
        listener.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = listener.listen(BACKLOG).unwrap();
        let address = listener.local_addr().unwrap();
        let mut client = TcpStream::connect(address).await.unwrap();
        // The side that closes first keeps the connection in TIME_WAIT.
        drop(listener.accept().await.unwrap());
        assert_eq!(client.read(&mut [0]).await.unwrap(), 0);
        drop((client, listener));
        let port = BoundPort::bind("TOLLGATE_LISTEN", address).unwrap();
        assert!(BoundPort::bind("TOLLGATE_LISTEN", address).is_err());
        assert!(port.listen(None).is_ok());
    }

    #[tokio::test]
    async fn port_refuses_connections_until_the_server_is_ready() {
        let port = BoundPort::bind("IDP_LISTEN", "127.0.0.1:0".parse().unwrap()).unwrap();
        let address = port.address();
        assert!(TcpStream::connect(address).await.is_err());
        let listener = port.listen(None).unwrap();
        assert_eq!(listener.local_addr().unwrap(), address);
        assert!(TcpStream::connect(address).await.is_ok());
    }
}
