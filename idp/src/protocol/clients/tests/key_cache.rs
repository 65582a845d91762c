//! Tests of the key cache. Fetches are rare, a bad response or a disconnect loses no keys, and internal addresses are
//! never requested.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::time::Duration;

use foundation::outbound::{AllowedHosts, GuardedClient};
use foundation::testing::TestServer;
use foundation::{Background, Clock, Timestamp};
use poem::endpoint::make;
use poem::http::StatusCode;
use poem::{EndpointExt, Response, Route, get};
use serde_json::json;
use tokio::sync::watch;

use crate::protocol::clients::key_cache::KeySelector;
use crate::protocol::clients::{Client, ClientKeys, ClientMetadata, RegisteredBy, Registration};

struct KeyServer {
    address: String,
    host: String,
    status: Arc<AtomicU16>,
    requests: Arc<AtomicUsize>,
    is_silent: watch::Sender<bool>,
    _server: TestServer,
}

async fn site() -> KeyServer {
    let (listener, base) = TestServer::bind().await;
    let (status, requested) = (Arc::new(AtomicU16::new(200)), Arc::new(AtomicUsize::new(0)));
    let keys = json!({ "keys": [{
        "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "one",
        "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
    }] });
    let (served, count) = (Arc::clone(&status), Arc::clone(&requested));
    let (is_silent, silence) = watch::channel(false);
    let endpoint = make(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        let status = StatusCode::from_u16(served.load(Ordering::SeqCst)).unwrap();
        let response = Response::builder().status(status).body(keys.to_string());
        let mut silence = silence.clone();
        async move {
            silence.wait_for(|is_silent| !is_silent).await.unwrap();
            Ok::<_, poem::Error>(response)
        }
    });
    let route = Route::new().at("/keys", get(endpoint));
    KeyServer {
        address: format!("{base}/keys"),
        host: base.strip_prefix("http://").unwrap().to_owned(),
        status,
        requests: requested,
        is_silent,
        _server: TestServer::start(listener, route.map_to_response().boxed()),
    }
}

fn client(address: &str, allowed: &AllowedHosts) -> Client {
    let metadata = ClientMetadata {
        token_endpoint_auth_method: Some("private_key_jwt".to_owned()),
        jwks_uri: Some(address.to_owned()),
        redirect_uris: vec!["https://a.example/cb".to_owned()],
        ..ClientMetadata::default()
    };
    let registration = Registration {
        id: "a".to_owned(),
        secret_digest: None,
        registered_by: RegisteredBy::Admin,
        first_party: false,
        token_digest: None,
        allowed: allowed.clone(),
        issuer: "https://id.example".to_owned(),
        now: Timestamp::from_seconds(1_800_000_000),
    };
    metadata.into_client(registration).unwrap()
}

fn keys(allowed: &AllowedHosts) -> (ClientKeys, Clock) {
    let clock = Clock::fixed(Timestamp::from_seconds(1_800_000_000));
    let outbound = GuardedClient::new(allowed.clone()).unwrap();
    let keys = ClientKeys::new(outbound, clock.clone(), Background::new());
    (keys, clock)
}

// row: I1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_are_fetched_at_most_once_a_minute_and_cached_during_failures() {
    let site = site().await;
    let allowed = AllowedHosts::from_iter([site.host.parse().unwrap()]);
    let (keys, clock) = keys(&allowed);
    let client = client(&site.address, &allowed);
    let count = || site.requests.load(Ordering::SeqCst);
    let all = (0..50).map(|_| keys.find(&client, KeySelector::Named("one")));
    for found in futures_util::future::join_all(all).await {
        assert!(found.unwrap().unwrap().contains("one"));
    }
    assert_eq!(count(), 1, "of fifty at a time one asks");
    for _ in 0..50 {
        keys.find(&client, KeySelector::Named("unknown"))
            .await
            .unwrap();
    }
    for requested in [KeySelector::Any, KeySelector::Newer] {
        keys.find(&client, requested).await.unwrap();
    }
    assert_eq!(count(), 1, "whatever is wanted, it is asked once a minute");
    clock.advance(Duration::from_mins(1));
    keys.find(&client, KeySelector::Named("unknown"))
        .await
        .unwrap();
    keys.find(&client, KeySelector::Named("other"))
        .await
        .unwrap();
    keys.find(&client, KeySelector::Newer).await.unwrap();
    assert_eq!(count(), 2);
    clock.advance(Duration::from_mins(1));
    keys.find(&client, KeySelector::Any).await.unwrap();
    assert_eq!(count(), 2, "what is there will do");
    keys.find(&client, KeySelector::Newer).await.unwrap();
    assert_eq!(count(), 3);
    site.status.store(500, Ordering::SeqCst);
    clock.advance(Duration::from_hours(2));
    assert!(
        keys.find(&client, KeySelector::Named("one"))
            .await
            .unwrap()
            .unwrap()
            .contains("one")
    );
    assert_eq!(count(), 4, "renewed after an hour");
    clock.advance(Duration::from_hours(23));
    assert!(
        keys.find(&client, KeySelector::Named("one")).await.is_err(),
        "keys older than a day are not used"
    );
    site.status.store(200, Ordering::SeqCst);
    clock.advance(Duration::from_mins(1));
    assert!(
        keys.find(&client, KeySelector::Named("one"))
            .await
            .unwrap()
            .is_some()
    );
}

// row: I1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_at_a_private_address_are_never_fetched() {
    let site = site().await;
    let named = AllowedHosts::from_iter([site.host.parse().unwrap()]);
    let client = client(&site.address, &named);
    let (closed, _) = keys(&AllowedHosts::default());
    assert!(
        closed
            .find(&client, KeySelector::Named("one"))
            .await
            .is_err()
    );
    assert_eq!(
        site.requests.load(Ordering::SeqCst),
        0,
        "no packet was sent"
    );
    let (open, _) = keys(&named);
    assert!(
        open.find(&client, KeySelector::Named("one"))
            .await
            .unwrap()
            .is_some()
    );
}

// row: B13
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn disconnect_withholds_no_keys_from_others() {
    let site = site().await;
    let allowed = AllowedHosts::from_iter([site.host.parse().unwrap()]);
    let (keys, _) = keys(&allowed);
    let client = client(&site.address, &allowed);
    let count = || site.requests.load(Ordering::SeqCst);
    site.is_silent.send_replace(true);
    let is_asked = async {
        while count() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        _ = keys.find(&client, KeySelector::Named("one")) => panic!("the site says nothing"),
        () = is_asked => {}
    }
    site.is_silent.send_replace(false);
    let found = keys.find(&client, KeySelector::Named("one")).await;
    assert!(found.unwrap().unwrap().contains("one"));
    assert_eq!(count(), 1, "the one question was asked to its end");
}
