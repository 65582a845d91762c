//! Tests of proxies: the client ignores those of the environment, and uses the one of the settings.

use std::process::Command;
use std::sync::atomic::Ordering;

use poem::{EndpointExt, Route, get};
use tokio::net::TcpListener;

use super::tests::{count, long};
use super::{AllowedHosts, HostPort, client, client_through};
use crate::env::Environment;
use crate::testing::{TestServer, test_client};

/// Set in the process whose environment names a proxy.
const PROXIED: &str = "TEST_NAMES_A_PROXY";

/// A proxy of the environment would see the secrets of our requests. The environment belongs to a whole process, so the
/// test runs itself as a child process.
#[tokio::test]
async fn proxy_of_the_environment_is_ignored() {
    let (listener, base) = TestServer::bind().await;
    let route = Route::new().at("/long", get(long));
    let _server = TestServer::start(listener, route.map_to_response().boxed());
    if Environment::from_process().get(PROXIED).is_some() {
        let clients = [client().unwrap(), test_client()];
        for client in clients {
            let response = client.get(format!("{base}/long")).send().await.unwrap();
            assert_eq!(response.status(), 200);
        }
        return;
    }
    let mut proxied = Command::new(std::env::current_exe().unwrap());
    let name = "outbound::proxy_tests::proxy_of_the_environment_is_ignored";
    proxied.args(["--exact", name]).env(PROXIED, "1");
    for variable in ["HTTP_PROXY", "http_proxy", "ALL_PROXY"] {
        // The port is closed, so a request through this proxy fails.
        proxied.env(variable, "http://127.0.0.1:1");
    }
    let output = proxied.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(" 1 passed"), "{text}");
}

#[tokio::test]
async fn configured_proxy_serves_all_hosts_but_loopback_and_exceptions() {
    let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", proxy.local_addr().unwrap());
    let (connections, _background) = count(proxy);
    let (listener, base) = TestServer::bind().await;
    let route = Route::new().at("/long", get(long));
    let _server = TestServer::start(listener, route.map_to_response().boxed());
    let named: HostPort = "127.0.0.2:1".parse().unwrap();
    let client =
        client_through(&address.parse().unwrap(), &AllowedHosts::from_iter([named])).unwrap();
    let response = client.get(format!("{base}/long")).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(client.get("http://127.0.0.2:1/").send().await.is_err());
    assert_eq!(connections.load(Ordering::SeqCst), 0);
    assert!(client.get("http://127.0.0.3:1/").send().await.is_err());
    assert_eq!(connections.load(Ordering::SeqCst), 1);
}
