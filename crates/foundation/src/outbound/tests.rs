//! Tests of the guarded client against listeners on loopback (attacks I1 to I6).

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use poem::http::StatusCode;
use poem::{EndpointExt, Response, Route, get, handler, post};
use tokio::net::TcpListener;

use super::resolver::{LookUp, Resolver};
use super::{AllowedHosts, GuardedClient, HostPort, PostError, PostResponse};
use crate::failure::Failure;
use crate::task::Background;
use crate::testing::TestServer;

/// Counts connections, and closes them without a response.
pub(super) fn count(listener: TcpListener) -> (Arc<AtomicUsize>, Background) {
    let (connections, background) = (Arc::new(AtomicUsize::new(0)), Background::new());
    let (counted, stopping) = (Arc::clone(&connections), background.stopping());
    background.start("listener", async move {
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                accepted = listener.accept() => {
                    counted.fetch_add(1, Ordering::SeqCst);
                    drop(accepted);
                }
            }
        }
    });
    (connections, background)
}

fn names(answers: &[&[IpAddr]]) -> (LookUp, Arc<AtomicUsize>) {
    let answers: VecDeque<Vec<IpAddr>> = answers.iter().map(|one| one.to_vec()).collect();
    let (answers, requested) = (Arc::new(Mutex::new(answers)), Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&requested);
    let look_up: LookUp = Arc::new(move |_name| {
        counted.fetch_add(1, Ordering::SeqCst);
        let answer = answers.lock().unwrap().pop_front().unwrap_or_default();
        Box::pin(async move { Ok(answer) })
    });
    (look_up, requested)
}

fn causes(failure: &Failure) -> String {
    let mut message = vec![failure.to_string()];
    let mut next = std::error::Error::source(failure);
    while let Some(cause) = next {
        message.push(cause.to_string());
        next = cause.source();
    }
    message.join(": ")
}

// row: I2
#[tokio::test]
async fn name_that_leads_to_us_is_never_connected_to() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (connections, _background) = count(listener);
    let public: IpAddr = "1.1.1.1".parse().unwrap();
    for addresses in [
        &["127.0.0.1"][..],
        &["::ffff:127.0.0.1"],
        &["169.254.169.254"],
        &["1.1.1.1", "127.0.0.1"],
    ] {
        let addresses: Vec<IpAddr> = addresses.iter().map(|text| text.parse().unwrap()).collect();
        let (look_up, requested) = names(&[&addresses, &[public]]);
        let resolver = Resolver {
            look_up,
            ..Resolver::system()
        };
        let guarded = GuardedClient::with(AllowedHosts::default(), resolver).unwrap();
        let address = format!("https://rebound.example:{port}/");
        let failure = guarded.get(&address, 10).await.unwrap_err();
        let message = causes(&failure);
        assert!(message.contains("not public"), "{message}");
        assert!(
            !message.contains("rebound"),
            "an address in a log: {message}"
        );
        assert_eq!(requested.load(Ordering::SeqCst), 1);
    }
    let guarded = GuardedClient::new(AllowedHosts::default()).unwrap();
    for host in ["localhost", "localhost."] {
        let address = format!("https://{host}:{port}/");
        let message = causes(&guarded.get(&address, 10).await.unwrap_err());
        assert!(message.contains("not a public"), "{message}");
    }
    assert_eq!(connections.load(Ordering::SeqCst), 0);
}

/// Returns two listeners on one port, the first on 127.0.0.2.
async fn two_listeners() -> (TcpListener, TcpListener) {
    loop {
        let one = TcpListener::bind("127.0.0.2:0").await.unwrap();
        let port = one.local_addr().unwrap().port();
        if let Ok(other) = TcpListener::bind(("127.0.0.1", port)).await {
            return (one, other);
        }
    }
}

// row: I1, I2
#[tokio::test]
async fn host_name_is_resolved_once() {
    let (first, second) = two_listeners().await;
    let port = first.local_addr().unwrap().port();
    let ((first, _one), (second, _other)) = (count(first), count(second));
    let look_like_public = IpAddr::from(Ipv4Addr::new(127, 0, 0, 2));
    let (look_up, requested) = names(&[&[look_like_public], &[Ipv4Addr::LOCALHOST.into()]]);
    let resolver = Resolver {
        look_up,
        is_public: |address| address == IpAddr::from(Ipv4Addr::new(127, 0, 0, 2)),
    };
    let guarded = GuardedClient::with(AllowedHosts::default(), resolver).unwrap();
    let address = format!("https://rebound.example:{port}/");
    guarded.get(&address, 10).await.unwrap_err();
    assert_eq!(requested.load(Ordering::SeqCst), 1);
    assert!(
        first.load(Ordering::SeqCst) >= 1,
        "the address that was looked at"
    );
    assert_eq!(second.load(Ordering::SeqCst), 0);
}

#[handler]
pub(super) fn long() -> String {
    "a".repeat(100)
}

#[handler]
fn elsewhere() -> Response {
    Response::builder()
        .status(StatusCode::TEMPORARY_REDIRECT)
        .header("location", "/long")
        .finish()
}

// row: I4, I6
#[tokio::test]
async fn upstream_request_has_no_redirects_and_a_timeout() {
    let (listener, base) = TestServer::bind().await;
    let route = Route::new()
        .at("/long", get(long))
        .at("/elsewhere", get(elsewhere).post(elsewhere))
        .at("/take", post(long));
    let _server = TestServer::start(listener, route.map_to_response().boxed());
    let host: HostPort = base.trim_start_matches("http://").parse().unwrap();
    let guarded = GuardedClient::new(AllowedHosts::from_iter([host])).unwrap();
    let got = guarded.get(&format!("{base}/long"), 100).await.unwrap();
    assert_eq!((got.status, got.body.len()), (200, 100));
    let too_long = guarded.get(&format!("{base}/long"), 99).await.unwrap_err();
    assert!(causes(&too_long).contains("too long"));
    let moved = guarded
        .get(&format!("{base}/elsewhere"), 100)
        .await
        .unwrap();
    assert_eq!(moved.status, 307);
    let form = [("a", "b")];
    let status = guarded.post_form(&format!("{base}/elsewhere"), &form).await;
    assert_eq!(status.unwrap(), 307);
    let status = guarded.post_form(&format!("{base}/take"), &form).await;
    assert_eq!(status.unwrap(), 200);
    let unnamed = GuardedClient::new(AllowedHosts::default()).unwrap();
    let refused = unnamed.get(&format!("{base}/long"), 100).await.unwrap_err();
    assert!(causes(&refused).contains("not https"));
}

#[handler]
fn later() -> Response {
    Response::builder()
        .status(StatusCode::SERVICE_UNAVAILABLE)
        .header("retry-after", "7")
        .finish()
}

#[handler]
async fn never() {
    std::future::pending::<()>().await;
}

// row: I1, I2, I6
#[tokio::test]
async fn post_is_sent_to_allowed_hosts_without_redirects_and_with_timeout() {
    let (listener, base) = TestServer::bind().await;
    let route = Route::new()
        .at("/take", post(long))
        .at("/later", post(later))
        .at("/never", post(never))
        .at("/elsewhere", post(elsewhere));
    let _server = TestServer::start(listener, route.map_to_response().boxed());
    let host: HostPort = base.trim_start_matches("http://").parse().unwrap();
    let guarded = GuardedClient::new(AllowedHosts::from_iter([host])).unwrap();
    let timeout = std::time::Duration::from_mins(1);
    let posted = async |path: &str, within| {
        let address = format!("{base}{path}");
        let headers = [("webhook-id", "evt_1")];
        guarded
            .post_json(&address, &headers, "{}".to_owned(), within)
            .await
    };
    let status = |posted: Result<PostResponse, PostError>| posted.unwrap().status;
    assert_eq!(status(posted("/take", timeout).await), 200);
    assert_eq!(status(posted("/elsewhere", timeout).await), 307);
    let patient = posted("/later", timeout).await.unwrap();
    assert_eq!(
        (patient.status, patient.retry_after.as_deref()),
        (503, Some("7"))
    );
    let short = std::time::Duration::from_millis(200);
    let slow = posted("/never", short).await.unwrap_err();
    assert!(matches!(slow, PostError::TooSlow), "{slow:?}");

    let strict = GuardedClient::new(AllowedHosts::default()).unwrap();
    let refused = strict
        .post_json(&format!("{base}/take"), &[], String::new(), timeout)
        .await;
    assert!(matches!(refused, Err(PostError::NotAllowed)), "{refused:?}");
    let (look_up, _asked) = names(&[&["169.254.169.254".parse().unwrap()]]);
    let resolver = Resolver {
        look_up,
        ..Resolver::system()
    };
    let rebound = GuardedClient::with(AllowedHosts::default(), resolver).unwrap();
    let refused = rebound
        .post_json("https://rebound.example/", &[], String::new(), timeout)
        .await;
    assert!(matches!(refused, Err(PostError::Failed(_))), "{refused:?}");
    let (look_up, _asked) = names(&[&[]]);
    let resolver = Resolver {
        look_up,
        ..Resolver::system()
    };
    let nowhere = GuardedClient::with(AllowedHosts::default(), resolver).unwrap();
    let lost = nowhere
        .post_json("https://nowhere.example/", &[], String::new(), timeout)
        .await;
    assert!(
        matches!(lost, Err(PostError::Failed(_))),
        "like the other: {lost:?}"
    );
}
