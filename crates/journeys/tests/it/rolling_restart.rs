//! Replicas behind the gateway that restart or hang: a rolling restart fails no request, and no outage is longer than
//! the replicas' own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use foundation::testing::{postgres_schema, test_client};
use journeys::gateway::Gateway;
use journeys::installation::pair;
use journeys::port::Port;
use journeys::process::Process;
use reqwest::Method;
use tempfile::TempDir;
use tokio::task::JoinSet;

const DISCOVERY: &str = "/.well-known/openid-configuration";

/// Two replicas of the idp behind a gateway.
struct Replicas {
    base: String,
    settings: Vec<(String, String)>,
    servers: Vec<(Port, Option<Process>)>,
    _gateway: Gateway,
    _folder: TempDir,
}

impl Replicas {
    async fn start() -> Self {
        let folder = TempDir::new().unwrap();
        let port = Port::free();
        let base = format!("http://localhost:{}", port.address().port());
        let ports = [Port::free(), Port::free()];
        let addresses: Vec<_> = ports.iter().map(Port::address).collect();
        let closed = Port::free();
        let gateway = Gateway::start(port, &addresses, &[closed.address()]);
        let mut replicas = Self {
            settings: settings(&folder, &base).await,
            base,
            servers: ports.into_iter().map(|port| (port, None)).collect(),
            _gateway: gateway,
            _folder: folder,
        };
        replicas.start_missing().await;
        replicas
    }

    /// Starts each replica that does not run, and waits until it listens.
    async fn start_missing(&mut self) {
        for (port, server) in &mut self.servers {
            if server.is_none() {
                let mut settings = self.settings.clone();
                settings.push(pair("IDP_LISTEN", &port.address().to_string()));
                let starting =
                    tokio::task::spawn_blocking(move || Process::start("idp", &settings));
                *server = Some(starting.await.unwrap());
            }
        }
    }

    async fn status(&self) -> u16 {
        let address = format!("{}{DISCOVERY}", self.base);
        let response = test_client().get(address).send().await.unwrap();
        response.status().as_u16()
    }
}

async fn settings(folder: &TempDir, base: &str) -> Vec<(String, String)> {
    vec![
        pair("IDP_BASE_URL", base),
        pair("IDP_SECRET", "b7c2f84a35d718be02c9f4a653e61d90"),
        pair("IDP_DATABASE_URL", &postgres_schema().await),
        pair("IDP_MAIL_DIRECTORY", &folder.path().display().to_string()),
        pair("TOLLGATE_DRAIN_SECONDS", "1"),
    ]
}

/// Sends GET and POST requests in turn until the test stops it. Returns the responses that failed.
///
/// The gateway repeats no POST, so each of these needs a replica that answers it.
async fn ask_until(base: String, stop: Arc<AtomicBool>) -> Vec<String> {
    let client = test_client();
    let mut failures = Vec::new();
    let requests = [
        (Method::GET, format!("{base}{DISCOVERY}"), 200),
        (Method::POST, format!("{base}/oauth/token"), 400),
    ];
    for (method, address, expected) in requests.iter().cycle() {
        if stop.load(Ordering::SeqCst) {
            break;
        }
        match client.request(method.clone(), address).send().await {
            Ok(response) if response.status() == *expected => {}
            Ok(response) => failures.push(response.status().to_string()),
            Err(error) => failures.push(error.to_string()),
        }
    }
    failures
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rolling_restart_fails_no_request() {
    let mut replicas = Replicas::start().await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut clients = JoinSet::new();
    for _client in 0..4 {
        clients.spawn(ask_until(replicas.base.clone(), Arc::clone(&stop)));
    }
    for index in 0..2 {
        let mut server = replicas.servers[index].1.take().unwrap();
        let stopping = tokio::task::spawn_blocking(move || server.stop());
        assert!(stopping.await.unwrap(), "replica {index} stops in order");
        replicas.start_missing().await;
    }
    stop.store(true, Ordering::SeqCst);
    let failures = clients.join_all().await.concat();
    assert_eq!(failures, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn outage_of_all_replicas_ends_with_their_return() {
    let mut replicas = Replicas::start().await;
    assert_eq!(replicas.status().await, 200);
    for (_port, server) in &mut replicas.servers {
        server.take().unwrap().kill();
    }
    for _request in 0..8 {
        assert_eq!(replicas.status().await, 502);
    }
    replicas.start_missing().await;
    for _request in 0..8 {
        assert_eq!(replicas.status().await, 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replica_that_hangs_fails_no_get() {
    let replicas = Replicas::start().await;
    let server = replicas.servers[0].1.as_ref().unwrap();
    let signal = |name: &str| {
        let id = server.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([name, &id])
            .status();
        assert!(sent.unwrap().success());
    };
    signal("-STOP");
    let requests = (0..8).map(|_request| replicas.status());
    let statuses = futures_util::future::join_all(requests).await;
    signal("-CONT");
    assert_eq!(statuses, [200; 8]);
}
